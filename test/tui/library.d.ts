import { App } from '../../src/app/app.ts';
/** An app on a store of its own whose library holds a card for each of these names; gone after the test. */
export declare function libraryOf(...names: string[]): App;
