import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useEditFocus } from "../form/useEditFocus";
import { Block } from "./Block";

type EditableBlockProps = {
  title: string;
  /** Shows « Modifier »; true when absent. */
  mayEdit?: boolean;
  /** What is read. */
  children: ReactNode;
  /** Renders the form; `end` goes back to reading. */
  renderForm: (end: () => void) => ReactNode;
};

/** A section of a page whose content is read, or changed in place. */
export function EditableBlock({ title, mayEdit = true, children, renderForm }: EditableBlockProps) {
  const [editing, setEditing] = useState(false);
  const { form, button } = useEditFocus(editing);
  return (
    <Block
      title={title}
      action={
        !editing &&
        mayEdit && (
          <Button ref={button} variant="default" onClick={() => setEditing(true)}>
            Modifier
          </Button>
        )
      }
    >
      {editing ? <div ref={form}>{renderForm(() => setEditing(false))}</div> : children}
    </Block>
  );
}
