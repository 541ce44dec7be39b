import { Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { ofName } from "@/entities/account/names";
import type { Code } from "@/entities/opening/api";
import { LockerOpening } from "@/entities/opening/LockerOpening";
import { EndStayForm } from "@/entities/stay/EndStayForm";
import { UnsavedProvider, useConfirmLoss } from "@/ui/dialog/unsaved";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { notifySuccess } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { useMakeFree } from "./api";
import classes from "./opening.module.css";
import { StayActions } from "./StayActions";
import { StepConfirm } from "./StepConfirm";
import type { OpeningTarget, Stay, StayAction } from "./target";

type OpeningModalProps = { target: OpeningTarget; onClose: () => void };

/**
 * Opens a locker remotely, and ends a stay or makes it free. The confirmation is a step of this dialog
 * instead of a second dialog above it, so that Escape goes back one step at a time.
 */
export function OpeningModal(props: OpeningModalProps) {
  return (
    <UnsavedProvider>
      <Steps {...props} />
    </UnsavedProvider>
  );
}

function Steps({ target, onClose }: OpeningModalProps) {
  const { locker, stationName, stay } = target;
  const [code, setCode] = useState<Code | null>(null);
  const [asking, setAsking] = useState<StayAction | null>(null);
  const [lastAction, setLastAction] = useState<StayAction | null>(null);
  const { mutateAsync: makeFree } = useMakeFree();
  const confirmLoss = useConfirmLoss();
  useReturnFocus();

  const ask = (action: StayAction) => {
    setAsking(action);
    setLastAction(action);
  };

  const back = async () => {
    if (await confirmLoss()) setAsking(null);
  };

  const free = async (stay: Stay) => {
    await makeFree({ lockerId: locker.id, stayId: stay.id });
    notifySuccess("L'occupation est maintenant gratuite !");
    setAsking(null);
  };

  return (
    <Modal
      opened
      onClose={asking ? back : onClose}
      closeOnClickOutside={false}
      returnFocus={false}
      title="Gestion à distance"
    >
      <Stack>
        <Text c="dimmed" className={classes.long}>
          {locker.word === "casier" ? "Casier" : "Espace"} {locker.name} · {stationName}
        </Text>
        {asking === "free" && stay && (
          <StepConfirm stay={stay} onBack={back} onConfirm={() => free(stay)} />
        )}
        {asking === "end" && stay && (
          <EndStayForm
            stay={stay}
            ofCustomer={ofName(stay.customer)}
            onBack={back}
            onDone={onClose}
          />
        )}
        {(!asking || !stay) && (
          <>
            <Stack gap="sm">
              <LockerOpening
                opener="remote"
                lockerId={locker.id}
                code={code}
                onCode={setCode}
                recipient={stay ? { stayId: stay.id, email: stay.email } : undefined}
                button={(ask) => (
                  <BusyButton {...ask} data-autofocus={lastAction === null || undefined}>
                    Générer le code d'ouverture à distance
                  </BusyButton>
                )}
              />
            </Stack>
            {stay !== undefined && <StayActions stay={stay} onAsk={ask} returnTo={lastAction} />}
          </>
        )}
      </Stack>
    </Modal>
  );
}
