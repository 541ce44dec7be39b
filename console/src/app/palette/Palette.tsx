import "@mantine/spotlight/styles.layer.css";
import { useDebouncedValue } from "@mantine/hooks";
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightFilterFunction,
} from "@mantine/spotlight";
import { IconHome, IconMapPin, IconReceipt, IconSearch, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { stationsQuery } from "@/data/stations";
import { accountListQuery } from "@/features/accounts/listQuery";
import { UNCONFIRMED } from "@/features/accounts/wording";
import { paymentListQuery } from "@/features/payments/listQuery";
import { useOperator } from "@/session/operator";
import { useRights } from "@/session/rights";
import { fold } from "@/words/fold";
import { formatEuros } from "@/words/format";
import { ofName, personName } from "@/words/people";
import type { MenuPage } from "../menu";
import { useAllowedPages } from "../useMenu";
import classes from "./Palette.module.css";

const [store, spotlight] = createSpotlight();

export const open = spotlight.open;

const NAME = "Aller à une page, une station, une personne ou un paiement";

/** Ctrl+K: goes to a page, to a station of the operator, to an account or to a payment. */
export function Palette() {
  const [query, setQuery] = useState("");
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      actions={[
        ...usePageActions(),
        ...useStationActions(),
        ...useAccountActions(query),
        ...usePaymentActions(query),
      ]}
      filter={matching}
      limit={12}
      scrollable
      lockScroll={false}
      classNames={{ actionDescription: classes.description }}
      attributes={{ content: { "aria-label": NAME } }}
      nothingFound="Aucun résultat"
      searchProps={{
        placeholder: `${NAME}…`,
        "aria-label": NAME,
        leftSection: <IconSearch size={18} stroke={1.75} aria-hidden />,
      }}
    />
  );
}

function usePageActions(): SpotlightActionData[] {
  const navigate = useNavigate();
  const { operator, administration } = useAllowedPages();
  const action = ({ path, menu }: MenuPage): SpotlightActionData => ({
    id: path,
    label: menu.label,
    description: menu.summary,
    leftSection: <menu.icon size={20} stroke={1.75} aria-hidden />,
    onClick: () => void navigate({ to: path }),
  });
  const home: SpotlightActionData = {
    id: "/",
    label: "Accueil",
    leftSection: <IconHome size={20} stroke={1.75} aria-hidden />,
    onClick: () => void navigate({ to: "/" }),
  };
  return [home, ...operator.map(action), ...administration.map(action)];
}

function useStationActions(): SpotlightActionData[] {
  const navigate = useNavigate();
  const operator = useOperator();
  const allowed = useRights().can("DROIT_STATIONS_LECTURE");
  const { data: stations = [] } = useQuery({
    ...stationsQuery(operator?.id ?? 0),
    enabled: operator !== null && allowed,
  });
  return stations.map(({ id, nom, libelleAdmin, adresse }) => ({
    id: `station-${id}`,
    label: nom,
    description: `Station ${libelleAdmin} · ${adresse.ville}`,
    leftSection: <IconMapPin size={20} stroke={1.75} aria-hidden />,
    onClick: () => void navigate({ to: "/tb-stations/$id/details", params: { id: String(id) } }),
  }));
}

/** Shortest search text for accounts: with fewer letters too many would match. */
const MIN_LENGTH = 3;
const MAX_RESULTS = 5;
const DEBOUNCE_MS = 250;

/**
 * Searches accounts by name or e-mail: of all operators for administrators, of the chosen one for other
 * staff.
 */
function useAccountActions(query: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const operator = useOperator();
  const { administrator, can } = useRights();
  const [typed] = useDebouncedValue(query.trim(), DEBOUNCE_MS);
  const allowed = administrator || (operator !== null && can("DROIT_USER_HOTLINE_LECTURE"));
  const scope = administrator ? undefined : operator?.id;
  const { data: accounts } = useQuery({
    ...accountListQuery(scope, { recherche: typed }, MAX_RESULTS),
    enabled: allowed && typed.length >= MIN_LENGTH,
  });
  useEffect(() => {
    if (accounts) selectFirst();
  }, [accounts]);

  if (typed.length < MIN_LENGTH) return [];
  const to = administrator
    ? "/gestion-utilisateurs/$id/details"
    : "/gestion-utilisateurs-exploitant/$id/details";
  return (accounts?.items ?? []).map(({ id, nom, prenom, email, nonConfirme }) => ({
    id: `utilisateur-${id}`,
    label: [prenom, nom].filter(Boolean).join(" "),
    description: nonConfirme ? `${email} · ${UNCONFIRMED}` : email,
    leftSection: <IconUser size={20} stroke={1.75} aria-hidden />,
    onClick: () => void navigate({ to, params: { id: String(id) } }),
  }));
}

/** Length of the beginning of a payment's identifier, as lists show it. */
const IDENTIFIER = /^[0-9a-f]{5}[0-9a-f-]{0,31}$/i;

/** Searches payments by the beginning of their identifier, if the caller may read them. */
function usePaymentActions(query: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const operator = useOperator();
  const { administrator, can } = useRights();
  const [uuid] = useDebouncedValue(query.trim(), DEBOUNCE_MS);
  const isIdentifier = IDENTIFIER.test(uuid);
  const allowed = administrator || (operator !== null && can("DROIT_EVENEMENTS_LECTURE"));
  const scope = administrator ? undefined : operator?.id;
  const { data: payments } = useQuery({
    ...paymentListQuery(scope, { uuid, tests: "inclus" }, MAX_RESULTS),
    enabled: allowed && isIdentifier,
  });
  useEffect(() => {
    if (payments) selectFirst();
  }, [payments]);

  if (!isIdentifier) return [];
  const to = administrator ? "/liste-paiements" : "/liste-paiements-exploitant";
  return (payments?.items ?? []).map(({ id, uuidReservation, montant, ...payer }) => ({
    id: `paiement-${id}`,
    label: `Paiement ${ofName(personName(payer))}, ${formatEuros(montant)}`,
    description: uuidReservation,
    leftSection: <IconReceipt size={20} stroke={1.75} aria-hidden />,
    onClick: () => void navigate({ to, search: { paiement: id } }),
  }));
}

/**
 * Selects the first result when none is selected. Spotlight selects one as soon as a letter is typed; accounts
 * arrive later and may be the first results.
 */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  if (!list || list.querySelector("[data-selected]")) return;
  list.querySelector("[data-action]")?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** Reports whether every word typed occurs in the label or its description, ignoring case and accents. */
const matching: SpotlightFilterFunction = (query, actions) => {
  const words = fold(query).split(" ");
  return actions.filter((action) => {
    if (!("label" in action)) return false;
    const text = fold(`${action.label} ${action.description ?? ""}`);
    return words.every((word) => text.includes(word));
  });
};
