import { Button, Group, Menu, Text } from "@mantine/core";
import { useState } from "react";
import { counted } from "@/format";
import { useOwnId } from "@/session/account";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { allows, type PaymentAct, someOf } from "./acts";
import { dayAfter } from "./days";
import { useLinesActs } from "./handling/useLinesActs";
import type { Line } from "./lines";
import { sumOf } from "./sum";
import classes from "./worklist.module.css";

const ActModal = lazyPart(async () => (await import("./handling/ActModal")).ActModal, {
  onMissing: ({ onClose }) => onClose(),
});
const PostponeModal = lazyPart(
  async () => (await import("./handling/PostponeModal")).PostponeModal,
  {
    onMissing: ({ onClose }) => onClose(),
  },
);
const LinesRefused = lazyPart(async () => (await import("./handling/Refusals")).LinesRefused, {
  onMissing: ({ onClose }) => onClose(),
});

type SelectionBarProps = {
  lines: Line[];
  operatorId: number;
  onClear: () => void;
  /** Opens a line beside the list. */
  onShow: (line: Line) => void;
};

/** How many lines are chosen, the sum of the payments among them, and what can be done to all or some of them. */
export function SelectionBar({ lines, operatorId, onClear, onShow }: SelectionBarProps) {
  const [action, setAction] = useState<PaymentAct | null>(null);
  const [postponing, setPostponing] = useState(false);
  const own = useOwnId();
  const { act, refused, forget } = useLinesActs(operatorId, onClear);
  const payments = lines.filter(({ kind }) => kind === "paiements");
  const free = lines.filter(({ handling }) => !handling.responsable);
  const mine = lines.filter(({ handling }) => handling.responsable?.id === own);
  const later = lines.filter(({ handling }) => handling.reporteAu);
  const onlyPayments = payments.length === lines.length;
  const postpone = (jusquAu: string | null, those = lines) =>
    void act({ action: "reporter", jusquAu }, those);
  return (
    <>
      {lines.length > 0 && (
        <Group
          component="section"
          gap="sm"
          className={classes.bar}
          data-foot
          aria-label={onlyPayments ? "Paiements sélectionnés" : "Lignes sélectionnées"}
        >
          <Text component="strong" fw={700} role="status">
            {onlyPayments
              ? `${counted(payments.length, "paiement")}, ${sumOf(payments)}`
              : counted(lines.length, "ligne")}
          </Text>
          <Button variant="subtle" color="gray" mr="auto" onClick={onClear}>
            Désélectionner
          </Button>
          <HandlingButton
            label="Prendre en charge"
            some={free}
            all={lines}
            onAct={() => void act({ action: "prendre" }, free)}
          />
          <HandlingButton
            label="Laisser"
            some={mine}
            all={lines}
            onAct={() => void act({ action: "laisser" }, mine)}
          />
          <HandlingButton
            label="Montrer de nouveau"
            some={later}
            all={lines}
            onAct={() => postpone(null, later)}
          />
          <Menu position="top-end" withinPortal withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <Button variant="default">Reporter</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => postpone(dayAfter(1))}>Reporter à demain</Menu.Item>
              <Menu.Item onClick={() => postpone(dayAfter(3))}>Reporter de 3 jours</Menu.Item>
              <Menu.Item onClick={() => postpone(dayAfter(7))}>Reporter d'une semaine</Menu.Item>
              <Menu.Item onClick={() => setPostponing(true)}>Reporter au…</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <PaymentButton act="generer-ordre" payments={payments} onAct={setAction} />
          <PaymentButton act="annuler" payments={payments} onAct={setAction} />
        </Group>
      )}
      {action && (
        <ActModal
          action={action}
          payments={payments}
          operatorId={operatorId}
          onShow={onShow}
          onClose={() => setAction(null)}
        />
      )}
      {postponing && (
        <PostponeModal
          title="Reporter les lignes"
          about={`${counted(lines.length, "ligne")}, qui reviennent d'elles-mêmes ce jour-là.`}
          onPostpone={async (jusquAu) => {
            await act({ action: "reporter", jusquAu }, lines);
          }}
          onClose={() => setPostponing(false)}
        />
      )}
      {refused && <LinesRefused {...refused} onShow={onShow} onClose={forget} />}
    </>
  );
}

type HandlingButtonProps = { label: string; some: Line[]; all: Line[]; onAct: () => void };

function HandlingButton({ label, some, all, onAct }: HandlingButtonProps) {
  return (
    some.length > 0 && (
      <Button variant="default" onClick={onAct}>
        {someOf(label, some.length, all.length)}
      </Button>
    )
  );
}

type PaymentButtonProps = {
  act: PaymentAct;
  payments: Line[];
  onAct: (act: PaymentAct) => void;
};

function PaymentButton({ act, payments, onAct }: PaymentButtonProps) {
  if (payments.length === 0) return null;
  const now = Date.now();
  const allowed = payments.filter((line) => allows(line, act, now)).length;
  const look = act === "annuler" ? { variant: "light", color: "red" } : {};
  const label = act === "annuler" ? "Annuler les paiements" : "Présenter de nouveau";
  return (
    <Button {...look} disabled={allowed === 0} onClick={() => onAct(act)}>
      {someOf(label, allowed, payments.length)}
    </Button>
  );
}
