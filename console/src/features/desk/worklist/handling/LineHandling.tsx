import { ActionIcon, Group, Menu, Text } from "@mantine/core";
import {
  IconCalendarDue,
  IconDotsVertical,
  IconEye,
  IconHandGrab,
  IconHandOff,
  IconUserShare,
} from "@tabler/icons-react";
import { useState } from "react";
import { formatAge, formatDate, formatTakenAt } from "@/format";
import { useOwnId } from "@/session/account";
import { useRights } from "@/session/rights";
import { focusTitleAfterRemoval } from "@/ui/dialog/useReturnFocus";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { notifyError, notifySuccess } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { dayAfter, dayOf } from "../days";
import type { Line } from "../lines";
import classes from "../worklist.module.css";
import { useAssignLine, usePostponeLine } from "./api";

const MINUTE = 60_000;

const GiveModal = lazyPart(async () => (await import("./GiveModal")).GiveModal, {
  onMissing: ({ onClose }) => onClose(),
});
const PostponeModal = lazyPart(async () => (await import("./PostponeModal")).PostponeModal, {
  onMissing: ({ onClose }) => onClose(),
});

type LineHandlingProps = {
  line: Line;
  operatorId: number;
  /** Stands below the line's details instead of beside it. */
  below?: boolean;
};

/** The kinds of line that who may write lockers attends to. */
const ON_SITE: readonly Line["kind"][] = ["espaces", "muettes", "interventions"];

/** Reports whether the caller may say who deals with the line and until when it is postponed. */
function useMayHandle({ kind }: Line): boolean {
  const { can } = useRights();
  return (
    can("DROIT_EVENEMENTS_ECRITURE") || (ON_SITE.includes(kind) && can("DROIT_CASIERS_ECRITURE"))
  );
}

/** How long a line has waited, who deals with it, until when it is postponed, and what changes that. */
export function LineHandling({ line, operatorId, below }: LineHandlingProps) {
  const { handling, since } = line;
  const { responsable, reporteAu, reportePar } = handling;
  const [dialog, setDialog] = useState<"give" | "postpone" | null>(null);
  const actions = useLineActions(line, operatorId);
  const mayHandle = useMayHandle(line);
  const close = () => setDialog(null);
  const age = formatAge((Date.now() - Date.parse(since)) / MINUTE);
  return (
    <Group
      className={below ? undefined : classes.handling}
      justify="space-between"
      wrap="nowrap"
      gap="xs"
    >
      <Group gap="2 16">
        <span>depuis {age}</span>
        {reporteAu && (
          <Text span c="dimmed">
            Reporté au {formatDate(reporteAu)}
            {reportePar && ` par ${reportePar.nom}`}
          </Text>
        )}
        {responsable ? (
          <Holder line={line} />
        ) : (
          mayHandle && (
            <BusyButton
              ref={focusTitleAfterRemoval}
              variant="default"
              size="compact-sm"
              busy={actions.busy}
              onClick={actions.take}
              aria-label={`Prendre en charge, ${line.title}`}
            >
              Prendre en charge
            </BusyButton>
          )
        )}
      </Group>
      {mayHandle && <LineMenu line={line} actions={actions} onOpen={setDialog} />}
      {dialog === "give" && (
        <GiveModal line={line} operatorId={operatorId} onGive={actions.assign} onClose={close} />
      )}
      {dialog === "postpone" && (
        <PostponeModal
          title="Reporter la ligne"
          about={`${line.title}, ${line.detail}. Elle revient d'elle-même ce jour-là.`}
          onPostpone={actions.send}
          onClose={close}
        />
      )}
    </Group>
  );
}

type LineMenuProps = {
  line: Line;
  actions: ReturnType<typeof useLineActions>;
  onOpen: (dialog: "give" | "postpone") => void;
};

function LineMenu({ line, actions, onOpen }: LineMenuProps) {
  const { responsable, reporteAu } = line.handling;
  return (
    <Menu
      position="bottom-end"
      withinPortal
      // The placeholder is a child without a role, which a menu must not have.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Suivi de la ligne, ${line.title}`}
        >
          <IconDotsVertical size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {responsable && !actions.mine && (
          <Menu.Item leftSection={<IconHandGrab size={16} aria-hidden />} onClick={actions.take}>
            Prendre à sa place
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconUserShare size={16} aria-hidden />}
          onClick={() => onOpen("give")}
        >
          Confier à…
        </Menu.Item>
        {responsable && (
          <Menu.Item leftSection={<IconHandOff size={16} aria-hidden />} onClick={actions.release}>
            Laisser
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconCalendarDue size={16} aria-hidden />}
          onClick={() => actions.postpone(dayAfter(1))}
        >
          Reporter à demain
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCalendarDue size={16} aria-hidden />}
          onClick={() => actions.postpone(dayAfter(3))}
        >
          Reporter de 3 jours
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCalendarDue size={16} aria-hidden />}
          onClick={() => actions.postpone(dayAfter(7))}
        >
          Reporter d'une semaine
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCalendarDue size={16} aria-hidden />}
          onClick={() => onOpen("postpone")}
        >
          Reporter au…
        </Menu.Item>
        {reporteAu && (
          <Menu.Item
            leftSection={<IconEye size={16} aria-hidden />}
            onClick={() => actions.postpone(null)}
          >
            Montrer de nouveau
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Holder({ line: { handling } }: { line: Line }) {
  const own = useOwnId();
  const { responsable, prisLe } = handling;
  return (
    <Text span c="dimmed">
      Pris en charge par <strong>{responsable?.id === own ? "vous" : responsable?.nom}</strong>
      {prisLe && ` ${formatTakenAt(prisLe, Date.now())}`}
    </Text>
  );
}

/** The writes of a line. Those of the menu say their failure in a message, those of a dialog in the dialog. */
function useLineActions(line: Line, operatorId: number) {
  const own = useOwnId();
  const { mutateAsync: sendAssignment, isPending } = useAssignLine(operatorId);
  const { mutateAsync: sendPostponement } = usePostponeLine(operatorId);
  const before = line.handling.responsable?.id ?? null;
  const { kind, objectId, since } = line;
  const was = line.handling.reporteAu;

  const assign = async (to: number | null, done: string) => {
    await sendAssignment({ kind, objectId, since, to, before });
    notifySuccess(done, () => sendAssignment({ kind, objectId, since, to: before, before: to }));
  };
  const send = async (until: string | null) => {
    await sendPostponement({ kind, objectId, since, until });
    notifySuccess(
      until
        ? `La ligne est reportée au ${formatDate(until)}.`
        : "La ligne est de nouveau dans la liste.",
      () => sendPostponement({ kind, objectId, since, until: was ? dayOf(new Date(was)) : null }),
    );
  };
  const orSay = (written: Promise<void>) =>
    written.catch((error) => notifyError(error instanceof Error ? error.message : String(error)));

  return {
    busy: isPending,
    mine: own !== undefined && before === own,
    assign,
    send,
    take: () => own !== undefined && void orSay(assign(own, "La ligne est prise en charge.")),
    release: () => void orSay(assign(null, "La ligne est laissée.")),
    postpone: (until: string | null) => void orSay(send(until)),
  };
}
