const words = /(?:^|[\W_])(?:base|pt|pretrain(?:ed)?)(?:$|[\W_])/i;

/** Whether a model's name says that it was never taught to answer, and just goes on with a text. */
export const soundsLikeBase = (name: string): boolean => words.test(name);
