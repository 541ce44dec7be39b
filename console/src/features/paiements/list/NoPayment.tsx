import { Button } from "@mantine/core";
import { IconReceipt, IconZoomExclamation } from "@tabler/icons-react";
import { EmptyState } from "@/shared/ui/EmptyState";

export function NoPayment({ narrowed, onWiden }: { narrowed: boolean; onWiden: () => void }) {
  return narrowed ? (
    <EmptyState
      icon={<IconZoomExclamation />}
      title="Aucun paiement ne correspond à votre recherche."
      hint="Vérifiez l'orthographe, ou cherchez plus largement."
      action={
        <Button variant="default" onClick={onWiden}>
          Effacer la recherche et les filtres
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconReceipt />}
      title="Aucun paiement n'est présent dans cette exploitation."
      hint="Un paiement apparaîtra ici dès la première utilisation."
    />
  );
}
