import { type HttpResponse } from './apis/api.ts';
/** A request as a router sees it. */
interface RoutedRequest {
    readonly method: string;
    readonly url: URL;
    readonly body: string;
}
/** llama-server with `--models-dir`: each request names its model, which is loaded by that. One called `broken` cannot be. */
export declare class ModelRouter {
    #private;
    constructor(models: readonly string[]);
    /** What the router answers by itself; null for what it forwards to a model. */
    respond({ method, url, body }: RoutedRequest): HttpResponse | null;
}
export {};
