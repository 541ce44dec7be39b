import { Group, type GroupProps } from "@mantine/core";
import classes from "./Answers.module.css";

/** The buttons that end a dialog or a form without a form's Escape: at the right, side by side over a phone's width. */
export function Answers(props: GroupProps) {
  return <Group gap="sm" justify="flex-end" classNames={{ root: classes.answers }} {...props} />;
}
