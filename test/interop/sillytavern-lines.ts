/** First line of a chat file. */
export const header = {
  chat_metadata: { note_prompt: 'rain' },
  user_name: 'unused',
  character_name: 'unused',
};

/** A message line of a chat file; Me is the human. */
export const line = (name: string, mes: string, more: object = {}) => ({
  name,
  is_user: name === 'Me',
  is_system: false,
  send_date: '2024-02-03T04:05:06.007Z',
  mes,
  extra: {},
  ...more,
});

/** The text of a file of these lines. */
export const asText = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
