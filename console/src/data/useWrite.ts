import {
  hashKey,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, asApiError } from "@/api/errors";
import { askStepUp } from "@/session/stepUp";
import { type Change, invalidatedBy } from "./invalidation";

/** What is written over a record, and the version that its author saw; undefined: whatever it is now. */
export type Versioned<Input> = { body: Input; version?: number | undefined };

interface WriteOptions<Input> {
  /** The key of the query that the answer replaces, so that it is not loaded again. */
  answers?: QueryKey;
  /** Returns the key of the deleted record, which is not loaded again. */
  forgets?: (input: Input) => QueryKey;
  /** Reports whether the call only checked the input. */
  isDryRun?: (input: Input) => boolean;
  /** Loads again after a refusal too: someone else may have acted first. */
  evenRefused?: boolean;
  /** How long the answer is kept after its last use; 0 for a secret. */
  gcTime?: number;
}

const followers = new Set<() => void>();

/** Calls back whenever a write begins; returns the function that ends this. */
export function followWrites(onWrite: () => void): () => void {
  followers.add(onWrite);
  return () => void followers.delete(onWrite);
}

/** Sends a write; if the server asks for a proof of who the person is, sends it again once they have given it. */
async function sendProven<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!asApiError(error).asksStepUp) throw error;
      if (!(await askStepUp())) throw ApiError.withheld();
    }
  }
}

/** Sends a write once, however often it is asked for before its answer: two presses may come before either is rendered. */
function useOneAtATime<Answer, Input>(send: (input: Input) => Promise<Answer>) {
  const underWay = useRef(new Map<string, Promise<Answer>>());
  return (input: Input): Promise<Answer> => {
    const key = hashKey([input]);
    const sent = underWay.current.get(key);
    if (sent) return sent;
    for (const onWrite of followers) onWrite();
    const answer = sendProven(() => send(input)).finally(() => underWay.current.delete(key));
    underWay.current.set(key, answer);
    return answer;
  };
}

/** A write that makes this change; it counts as done once the queries on screen that show it are loaded again. */
export function useWrite<Answer, Input = void>(
  change: Change,
  send: (input: Input) => Promise<Answer>,
  options: WriteOptions<Input> = {},
) {
  const queryClient = useQueryClient();
  const sendOnce = useOneAtATime(send);
  return useMutation({
    mutationFn: sendOnce,
    gcTime: options.gcTime,
    onSuccess: async (answer, input) => {
      if (options.isDryRun?.(input)) return;
      const { answers, forgets } = options;
      if (answers) {
        // An older answer on its way would replace this one.
        await queryClient.cancelQueries({ queryKey: answers });
        queryClient.setQueryData(answers, answer);
      }
      const forgotten = forgets?.(input);
      if (forgotten) queryClient.removeQueries({ queryKey: forgotten, type: "inactive" });
      await refresh(queryClient, change, answers ?? forgotten);
    },
    onError: (error) =>
      options.evenRefused || asApiError(error).conflict ? refresh(queryClient, change) : undefined,
  });
}

/** Makes the queries stale that show the change, and loads those on screen again, without the excepted one. */
export function refresh(
  queryClient: QueryClient,
  change: Change,
  except?: QueryKey,
): Promise<void> {
  const subjects = invalidatedBy(change);
  const isExcepted = (queryKey: QueryKey) =>
    except !== undefined && hashKey(queryKey.slice(0, except.length)) === hashKey(except);
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => subjects.has(queryKey[0]) && !isExcepted(queryKey),
  });
}

/** Loads a file when asked; changes nothing. */
export const useDownload = <T = Blob>(load: () => Promise<T>) => useMutation({ mutationFn: load });
