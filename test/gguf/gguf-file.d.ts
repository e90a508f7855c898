/** A value of a GGUF file's metadata, with its type. */
export type Field = {
    readonly type: 'uint32' | 'float32' | 'bool';
    readonly value: number;
} | {
    readonly type: 'string';
    readonly value: string;
} | {
    readonly type: 'strings';
    readonly value: readonly string[];
} | {
    readonly type: 'int32s';
    readonly value: readonly number[];
};
/** A tensor of 32-bit floats; the first dimension is the one whose values lie side by side. */
export interface Tensor {
    readonly name: string;
    readonly shape: readonly number[];
    readonly data: Float32Array;
}
/** The bytes of a GGUF file, version 3. */
export declare const ggufFile: (fields: Readonly<Record<string, Field>>, tensors: readonly Tensor[]) => Buffer;
