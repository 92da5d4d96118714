import type { RequestName, RequestParams, RequestResult } from '../../protocol/requests.ts';

/** What answers the requests of these names, their parameters validated. */
export type Handlers<N extends RequestName = RequestName> = {
  readonly [K in N]: (params: RequestParams<K>) => RequestResult<K> | Promise<RequestResult<K>>;
};
