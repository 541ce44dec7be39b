import { Button } from "@mantine/core";
import { IconCalculator, IconRotateClockwise2 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useBack } from "@/kit/routing/page";
import { useCan } from "@/session/rights";
import { Answers } from "@/ui/layout/Answers";
import { PageHeader } from "@/ui/layout/PageHeader";

export const LIST = "/gestion-tarifs";

type HeaderProps = {
  /** The administrator's label, once loaded. */
  label?: string;
  onSimulate?: () => void;
  /** The tariff whose past stays may be priced again, for accounts that may write. */
  repriced?: number;
  /** The primary action, for accounts that may write. */
  finish?: ReactNode;
};

export function Header({ label, onSimulate, repriced, finish }: HeaderProps) {
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  return (
    <PageHeader
      title={mayWrite ? "Modification d'une condition tarifaire" : "Condition tarifaire"}
      subtitle={label}
      back={useBack()}
      action={
        onSimulate && (
          <Answers gap="xs">
            <Button
              variant="default"
              leftSection={<IconCalculator size={18} stroke={1.75} aria-hidden />}
              onClick={onSimulate}
            >
              Simuler une occupation
            </Button>
            {repriced !== undefined && (
              <Button
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/gestion-tarifs/$id/rejeux"
                    params={{ id: String(repriced) }}
                  />
                )}
                variant="default"
                leftSection={<IconRotateClockwise2 size={18} stroke={1.75} aria-hidden />}
              >
                Rejouer les prix
              </Button>
            )}
            {finish}
          </Answers>
        )
      }
    />
  );
}
