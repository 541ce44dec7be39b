import { Stack, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Action, Payment } from "@/entities/payment/types";
import { DetailCards } from "@/ui/layout/DetailCard";
import type { Call } from "../api";
import { Actions } from "./Actions";
import { Causes } from "./Causes";
import { Interventions } from "./Interventions";
import { Notes } from "./Notes";
import { subjectOf } from "./naming";
import { Payments } from "./Payments";
import classes from "./page.module.css";
import { Stays } from "./Stays";
import { Customer, Door } from "./Subject";
import { Subscriptions } from "./Subscriptions";
import { Timeline } from "./Timeline";

/** Shows a payment in a dialog, at the form of an act if one is named. */
export type PaymentDialog = (dialog: {
  id: number;
  listed: Payment | undefined;
  action: Action | undefined;
  onClose: () => void;
}) => ReactNode;

type CallViewProps = { call: Call; operatorId: number; paymentDialog: PaymentDialog };

/** What staff need during a call. */
export function CallView({ call, operatorId, paymentDialog }: CallViewProps) {
  const [opened, setOpened] = useState<{ id: number; action?: Action } | null>(null);
  const { usager, casier, abonnements, paiements } = call;
  return (
    <>
      <div className={classes.page}>
        <Title order={2} mb={-8}>
          {subjectOf(call)}
        </Title>
        <Stack gap="lg">
          <Causes call={call} />
          <DetailCards>
            {usager && <Customer customer={usager} />}
            {casier && <Door door={casier} />}
          </DetailCards>
          <Notes
            // What is typed belongs to its call.
            key={`${usager?.id}:${casier?.id}`}
            call={call}
            operatorId={operatorId}
          />
          {casier && <Interventions door={casier} />}
          <Stays call={call} />
          <Timeline call={call} onPayment={(id) => setOpened({ id })} />
        </Stack>
        <Stack gap="lg" className={classes.aside}>
          <Actions call={call} />
          {paiements.length > 0 && (
            <Payments call={call} onOpen={({ id }, action) => setOpened({ id, action })} />
          )}
          {abonnements.length > 0 && <Subscriptions subscriptions={abonnements} />}
        </Stack>
      </div>
      {opened &&
        paymentDialog({
          id: opened.id,
          listed: paiements.find(({ id }) => id === opened.id),
          action: opened.action,
          onClose: () => setOpened(null),
        })}
    </>
  );
}
