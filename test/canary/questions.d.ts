import type { Backend } from '../../src/inference/backend.ts';
import { type Classifier } from '../../src/inference/classifier.ts';
import type { Attribution } from './attributed.ts';
/** A classifier whose questions may say no more than each whom they concern may know. */
export declare function classifierOn(backend: Backend, attribution: Attribution, idOf: (name: string) => string): Classifier;
