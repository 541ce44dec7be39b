import { Button } from "@mantine/core";
import { type Deletion, useDelete } from "./useConfirmedWrite";

/** Deletes the record of a form; stands apart from the buttons of the form. */
export function DeleteButton(deletion: Deletion) {
  return (
    <Button data-separate variant="subtle" color="red" onClick={useDelete(deletion)}>
      Supprimer
    </Button>
  );
}
