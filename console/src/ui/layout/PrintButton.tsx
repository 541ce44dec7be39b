import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";

/** Prints the page, by the dialog of the browser. */
export function PrintButton() {
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
      onClick={() => window.print()}
    >
      Imprimer
    </Button>
  );
}
