import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode, Ref } from "react";

/** The primary action of a list: leads to the form that adds to it. */
export function AddLink({ to, children }: { to: LinkProps["to"]; children: ReactNode }) {
  return (
    <Button component={Link} to={to} leftSection={<IconPlus size={18} aria-hidden />}>
      {children}
    </Button>
  );
}

type RowButtonsProps = {
  /** Names the row in the labels of its buttons. */
  name: string;
  /** Absent where a row is deleted on its page. */
  onDelete?: () => void;
  deleteRef?: Ref<HTMLButtonElement>;
  /** Renders the link to the page where the row is changed. */
  editLink: (props: Record<string, unknown>) => ReactNode;
};

/** The buttons of a row that can be changed, and deleted. */
export function RowButtons({ name, onDelete, deleteRef, editLink }: RowButtonsProps) {
  return (
    <>
      {onDelete && (
        <Button
          ref={deleteRef}
          variant="subtle"
          color="red"
          size="xs"
          onClick={onDelete}
          aria-label={`Supprimer ${name}`}
        >
          Supprimer
        </Button>
      )}
      <Button renderRoot={editLink} variant="default" size="xs" aria-label={`Modifier ${name}`}>
        Modifier
      </Button>
    </>
  );
}
