/** Id of a token in the model's vocabulary. */
export type Token = number;

/** What a grammar was made into; of no other use than to be handed back. */
export type Grammar = object;

/** Settings of the samplers as node-llama-cpp names them. Absent `temperature` is greedy. */
export interface EvaluateOptions {
  readonly temperature: number;
  readonly topK?: number;
  readonly topP?: number;
  readonly minP?: number;
  readonly seed: number;
  readonly xtc?: { readonly probability: number; readonly threshold: number };
  readonly repeatPenalty?: {
    readonly punishTokens: () => Token[];
    readonly maxPunishTokens: number;
    readonly penalty: number;
    readonly presencePenalty: number;
    readonly frequencyPenalty: number;
  };
  readonly dryRepeatPenalty?: {
    readonly strength: number;
    readonly base?: number;
    readonly allowedLength?: number;
    readonly lastTokens: number;
    readonly sequenceBreakers?: string[];
  };
  readonly tokenBias?: TokenBias;
  readonly grammarEvaluationState?: object;
}

/** Weights added to tokens. */
export interface TokenBias {
  set(token: Token, bias: { readonly logit: number }): TokenBias;
}

/** One line of thought of a context: the tokens evaluated so far, whose state is kept. */
export interface Sequence {
  /** How many tokens it holds. */
  readonly nextTokenIndex: number;
  /** A copy. */
  readonly contextTokens: Token[];
  /** Erases from the first token that differs. */
  adaptStateToTokens(tokens: Token[], allowShift: boolean): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void>;
  /** Evaluates these, then yields token after token until the model ends the text. */
  evaluate(tokens: Token[], options: EvaluateOptions): AsyncGenerator<Token, void>;
  dispose(): Promise<void>;
}

/** Memory for so many sequences, each of `contextSize` tokens. */
export interface Context {
  readonly contextSize: number;
  readonly totalSequences: number;
  readonly sequencesLeft: number;
  getSequence(): Sequence;
}

/** The size of a context. */
export interface ContextOptions {
  /** Tokens of each sequence. */
  readonly contextSize: number;
  readonly sequences: number;
  /** Tokens evaluated at once. */
  readonly batchSize: number;
  readonly threads: number;
  /** Keeps what lies outside a sliding window, so that any prefix can be used again. */
  readonly swaFullCache: boolean;
}

/** A model file in memory. */
export interface Model {
  readonly tokenizer: unknown;
  readonly trainContextSize: number;
  readonly tokens: {
    readonly bos: Token | null;
    readonly shouldPrependBosToken: boolean;
    readonly eosString?: string | null;
  };
  /** `chat_template` is Jinja. */
  readonly fileInfo: { readonly metadata: { readonly tokenizer?: { readonly chat_template?: unknown } } };
  tokenize(text: string, specialTokens: boolean): Token[];
  /** Special tokens are left out. Bytes that are no complete character become U+FFFD. */
  detokenize(tokens: readonly Token[], specialTokens: boolean, lastTokens: readonly Token[]): string;
  /** Throws InsufficientMemoryError. */
  createContext(options: ContextOptions): Promise<Context>;
  dispose(): Promise<void>;
}

/** The library once its binary is loaded. */
export interface Llama {
  /** False where the processor does all the work. */
  readonly gpu: string | false;
  /** Cores of the processor that calculate. */
  readonly cpuMathCores: number;
  loadModel(options: { readonly modelPath: string }): Promise<Model>;
  createGrammar(options: { readonly grammar: string }): Promise<Grammar>;
  createGrammarForJsonSchema(schema: object): Promise<Grammar>;
}

/** The part of node-llama-cpp 3 that sotto uses. */
export interface NodeLlamaCpp {
  getLlama(options: {
    readonly build: 'never';
    readonly skipDownload: true;
    readonly progressLogs: false;
    readonly logLevel: 'disabled';
    /** 0: as many as each context asks for. */
    readonly maxThreads: 0;
  }): Promise<Llama>;
  readonly TokenBias: new (tokenizer: unknown) => TokenBias;
  readonly LlamaGrammarEvaluationState: new (about: { model: Model; grammar: Grammar }) => object;
}
