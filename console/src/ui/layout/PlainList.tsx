import { Group, Stack, type StackProps } from "@mantine/core";
import classes from "./PlainList.module.css";

type PlainListProps = Omit<StackProps, "ref" | "vars" | "styles" | "attributes" | "classNames"> & {
  row?: boolean;
};

/** A list without bullets, its items under each other or, with `row`, beside each other as long as they fit. */
export function PlainList({ row = false, ...props }: PlainListProps) {
  const Part = row ? Group : Stack;
  return <Part component="ul" gap={0} p={0} classNames={{ root: classes.list }} {...props} />;
}
