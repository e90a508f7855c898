/** One entry of the list of chats. */
export interface ChatEntry {
  readonly id: string;
  readonly title: string;
  /** ISO 8601, UTC; `updatedAt` is the time of the latest thing that happened. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deleted: boolean;
}
