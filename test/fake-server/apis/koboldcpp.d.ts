import { type Api } from './api.ts';
/** KoboldCpp's native API: no end marker, going on when a client disconnects, and serving routes of other servers. */
export declare const koboldCppApi: Api;
