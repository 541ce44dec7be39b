import { RecordPage, type RecordPageProps } from "@/kit/records/RecordPage";
import { useOwner } from "./useOwner";

type OwnedRecordPageProps<T> = Omit<RecordPageProps<T>, "ready"> & {
  /** The operator of the record, under which it is shown; absent for what belongs to none. */
  owner?: (record: T) => number;
};

/** The page of a record that belongs to an operator: it is shown once the console works for that operator. */
export function OwnedRecordPage<T>({ owner, ...page }: OwnedRecordPageProps<T>) {
  const { data } = page.query;
  return <RecordPage ready={useOwner(data && owner?.(data))} {...page} />;
}
