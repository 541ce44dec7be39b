import { Button, Paper, Text, Title } from "@mantine/core";
import {
  IconAlertTriangle,
  IconDots,
  IconKey,
  IconPlayerStop,
  IconPower,
} from "@tabler/icons-react";
import { useState } from "react";
import { SwitchAccountButton } from "@/entities/account/SwitchAccountButton";
import { useAskWhetherRepaired } from "@/entities/intervention/closing/useAskWhetherRepaired";
import { isSpace } from "@/entities/locker/space";
import { useSwitchService } from "@/entities/locker/useSwitchService";
import type { Code, CodeRecipient, Opener } from "@/entities/opening/api";
import { LockerOpening } from "@/entities/opening/LockerOpening";
import { usePageSearch } from "@/kit/routing/pageSearch";
import { UnsavedProvider } from "@/ui/dialog/unsaved";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { BusyButton } from "@/ui/form/BusyButton";
import { PlainList } from "@/ui/layout/PlainList";
import { usePhone } from "@/ui/layout/usePhone";
import type { Call } from "../api";
import { callSearch } from "../callSearch";
import { doorOf, placeOf } from "./naming";
import classes from "./page.module.css";

const EndStayModal = lazyPart(async () => (await import("./EndStayModal")).EndStayModal, {
  onMissing: ({ onClose }) => onClose(),
});

type CallAction = Call["actions"][number];
type Door = NonNullable<Call["casier"]>;

/** What this account may do now about the door, the stays and the person; payments have their own actions. */
export function Actions({ call }: { call: Call }) {
  const phone = usePhone();
  const { search, set } = usePageSearch(callSearch);
  const [unfolded, setUnfolded] = useState(false);
  const [endingId, setEndingId] = useState<number | null>(null);
  const ending = call.enCours.find(({ id }) => id === endingId);
  const actions = call.actions.flatMap((act) => {
    const rendered = render(act, call, search.casier, setEndingId);
    return rendered ? [<li key={keyOf(act)}>{rendered}</li>] : [];
  });
  if (actions.length === 0) return null;
  const folded = phone && actions.length > 1;
  return (
    <Paper
      component="section"
      withBorder
      className={classes.actions}
      aria-labelledby="que-faire"
      data-no-print
    >
      <Title order={2} size="h4" id="que-faire">
        Que faire maintenant
      </Title>
      {call.casier && <Text c="dimmed">{doorOf(call.casier)}</Text>}
      {isOfSomebodyElse(call) && (
        <Text data-status="orange" c="var(--status-fg)" className={classes.advice}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          Quelqu'un d'autre occupe ce casier&nbsp;: un code ouvrirait sa porte.
        </Text>
      )}
      <PlainList gap="xs" className={classes.acts} id="actes">
        {folded && !unfolded ? actions.slice(0, 1) : actions}
      </PlainList>
      {folded && (
        <Button
          variant="subtle"
          leftSection={<IconDots size={16} stroke={1.75} aria-hidden />}
          aria-expanded={unfolded}
          aria-controls="actes"
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? "Moins d'actions" : `Autres actions (${actions.length - 1})`}
        </Button>
      )}
      {ending && (
        <UnsavedProvider>
          <EndStayModal
            stay={ending}
            onClose={() => setEndingId(null)}
            // Without a door in the address, the call would go on to that of another stay.
            onDone={() => search.casier ?? set({ casier: ending.casier.id })}
          />
        </UnsavedProvider>
      )}
    </Paper>
  );
}

/** The switch stays on the page while it asks, whichever way it is. */
const keyOf = ({ action, objet }: CallAction) =>
  `${action === "activer" || action === "desactiver" ? "service" : action}-${objet.id}`;

/** Reports whether the locker holds the things of another person than the caller. */
const isOfSomebodyElse = ({ usager, casier, enCours }: Call) =>
  usager !== null &&
  casier?.etat === "Occupé" &&
  !isSpace(casier) &&
  !enCours.some((stay) => stay.casier.id === casier.id);

/** `chosen` is the door in the address; acts at any other place name it. */
function render(
  { action, objet }: CallAction,
  call: Call,
  chosen: number | undefined,
  onEnd: (stayId: number) => void,
) {
  const { casier, enCours, usager } = call;
  const door = casier && { door: casier, at: chosen === casier.id ? "" : ` (${doorOf(casier)})` };
  switch (action) {
    case "generer-code":
      return (
        door && (
          <Opening key={door.door.id} {...door} opener="remote" recipient={recipientOf(call)} />
        )
      );
    case "generer-code-maintenance":
      return door && <Opening key={door.door.id} {...door} opener="maintenance" />;
    case "activer":
    case "desactiver":
      return door && <SwitchService {...door} />;
    case "terminer": {
      const stay = enCours.find(({ id }) => id === objet.id);
      if (!stay) return null;
      const isNamed = enCours.length > 1 || stay.casier.id !== chosen;
      return (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden />}
          onClick={() => onEnd(stay.id)}
        >
          Mettre fin à l'utilisation{isNamed && ` (${placeOf(stay)})`}
        </Button>
      );
    }
    case "bannir":
    case "retablir":
      return usager && <SwitchAccountButton account={usager} />;
    default:
      return null;
  }
}

/** Returns to whom a code may be sent: the person of the call, or the only one, with a stay behind the door. */
function recipientOf({ casier, enCours, usager }: Call): CodeRecipient | undefined {
  const [stay, another] = enCours.filter((one) => one.casier.id === casier?.id);
  const ofOne = usager !== null || another === undefined;
  // Accounts that may not read about people get no customer.
  return stay && ofOne && stay.user.id > 0
    ? { stayId: stay.id, email: stay.user.email }
    : undefined;
}

/** `at` names the place, where it is not the one that was chosen. */
type DoorProps = { door: Door; at: string };
type OpeningProps = DoorProps & { opener: Opener; recipient?: CodeRecipient | undefined };

function Opening({ door, at, opener, recipient }: OpeningProps) {
  const [code, setCode] = useState<Code | null>(null);
  return (
    <LockerOpening
      opener={opener}
      lockerId={door.id}
      code={code}
      onCode={setCode}
      recipient={recipient}
      button={(ask) => (
        <BusyButton {...ask} leftSection={<IconKey size={16} stroke={1.75} aria-hidden />}>
          {opener === "remote"
            ? "Générer le code d'ouverture à distance"
            : `Ouvrir ${isSpace(door) ? "l'espace" : "le casier"}`}
          {at}
        </BusyButton>
      )}
    />
  );
}

function SwitchService({ door: { actif, ...door }, at }: DoorProps) {
  const askWhetherRepaired = useAskWhetherRepaired();
  const ask = useSwitchService({
    id: door.id,
    name: door.nom,
    active: actif,
    version: door.version,
    word: isSpace(door) ? "espace" : "casier",
    onReturn: () => askWhetherRepaired({ lockerId: door.id }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconPower size={16} stroke={1.75} aria-hidden />}
      onClick={ask}
    >
      {actif ? "Mettre hors service" : "Remettre en service"}
      {at}
    </Button>
  );
}
