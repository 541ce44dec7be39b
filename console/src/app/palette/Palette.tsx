import "@mantine/spotlight/styles.layer.css";
import { useDebouncedValue } from "@mantine/hooks";
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightFilterFunction,
} from "@mantine/spotlight";
import {
  IconBuildingCommunity,
  IconCoinEuro,
  IconHome,
  IconMapPin,
  IconReceipt,
  IconRepeat,
  IconSearch,
  IconUser,
} from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ofName, personName } from "@/entities/account/names";
import { operatorsQuery } from "@/entities/operator/api";
import { stationsQuery } from "@/entities/station/api";
import { tariffsQuery } from "@/entities/tariff/api";
import { callSearchQuery, MIN_SEARCH } from "@/features/desk/hotline/api";
import { CALLS, pageOptions } from "@/features/desk/hotline/search/options";
import { paymentListQuery } from "@/features/money/payments/listQuery";
import { accountListQuery } from "@/features/people/accounts/listQuery";
import { UNCONFIRMED } from "@/features/people/accounts/wording";
import { customerName } from "@/features/stays/customerName";
import { subscriptionsQuery } from "@/features/stays/subscriptions/api";
import { formatDate, formatEuros } from "@/format";
import { fold } from "@/format/fold";
import { useOperator } from "@/session/operator";
import { useRights } from "@/session/rights";
import type { MenuPage } from "../menu";
import { SUMMARIES } from "../summaries";
import { useAllowedPages } from "../useMenu";
import { FIELD_ID, takeTyped } from "./typedAhead";
import { useActs } from "./useActs";
import { useManualActions } from "./useManualActions";

const [store, spotlight] = createSpotlight();

export const open = spotlight.open;

const NAME = "Aller à une page, une station, une personne ou un paiement";

/** Ctrl+K: goes to a page or to what the operator has, or begins something. */
export function Palette({ onKeys }: { onKeys: () => void }) {
  const [query, setQuery] = useState("");
  const pages = usePageActions();
  const acts = useActs(onKeys);
  const stations = useStationActions();
  const tariffs = useTariffActions();
  const operators = useOperatorRecords();
  const ofOperator = useOperatorActions(query);
  const ofPlatform = usePlatformActions(query);
  const ofManual = useManualActions(query);
  const groups = [ofOperator, ofPlatform].filter(({ actions }) => actions.length > 0);
  const states = [
    stations.state,
    tariffs.state,
    operators.state,
    ofOperator.state,
    ofPlatform.state,
  ];
  const count = groups.reduce((sum, { actions }) => sum + actions.length, 0);
  useEffect(() => {
    if (count > 0 || query) selectFirst();
  }, [count, query]);
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      actions={[
        ...pages,
        ...acts,
        ...stations.actions,
        ...tariffs.actions,
        ...operators.actions,
        ...groups,
        ...ofManual,
      ]}
      filter={matching}
      limit={MAX_ACTIONS}
      scrollable
      lockScroll={false}
      zIndex={300}
      attributes={{ content: { "aria-label": NAME } }}
      nothingFound={nothingFound(states)}
      searchProps={{
        placeholder: `${NAME}…`,
        "aria-label": NAME,
        id: FIELD_ID,
        onFocus: () => {
          const early = takeTyped();
          setQuery((before) => before + early);
        },
        leftSection: <IconSearch size={18} stroke={1.75} aria-hidden />,
      }}
    />
  );
}

const MAX_ACTIONS = 16;

/** Whether the answer of a search is there. */
type SearchState = "answered" | "waits" | "failed";

/** Says that there is no result only when every search was answered. */
function nothingFound(states: readonly SearchState[]): string {
  if (states.includes("waits")) return "Recherche en cours…";
  return states.includes("failed")
    ? "La recherche n'a pas abouti. Vérifiez votre connexion à internet, puis réessayez."
    : "Aucun résultat";
}

/** Returns the state of the searches that are asked; `settled`: they are about all that is typed. */
function stateOf(searches: readonly UseQueryResult[], settled = true): SearchState {
  const asked = searches.filter(({ isEnabled }) => isEnabled);
  const waits = asked.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData);
  if (waits || !settled) return "waits";
  return asked.some(({ isError }) => isError) ? "failed" : "answered";
}

function usePageActions(): SpotlightActionData[] {
  const navigate = useNavigate();
  const { operator, administration } = useAllowedPages();
  const action = ({ path, menu }: MenuPage): SpotlightActionData => ({
    id: path,
    label: menu.label,
    description: SUMMARIES[path],
    leftSection: <menu.icon size={20} stroke={1.75} aria-hidden />,
    onClick: () => void navigate({ to: path, search: menu.opens }),
  });
  const home: SpotlightActionData = {
    id: "/",
    label: "Accueil",
    leftSection: <IconHome size={20} stroke={1.75} aria-hidden />,
    onClick: () => void navigate({ to: "/" }),
  };
  return [home, ...operator.map(action), ...administration.map(action)];
}

function useStationActions(): Pick<FoundActions, "actions" | "state"> {
  const navigate = useNavigate();
  const operator = useOperator();
  const allowed = useRights().can("DROIT_STATIONS_LECTURE");
  const stations = useQuery({
    ...stationsQuery(operator?.id ?? 0),
    enabled: operator !== null && allowed,
  });
  const actions = (stations.data ?? []).map(({ id, nom, libelleAdmin, adresse }) => ({
    id: `station-${id}`,
    label: nom,
    description: `Station ${libelleAdmin} · ${adresse.ville}`,
    leftSection: <IconMapPin size={20} stroke={1.75} aria-hidden />,
    onClick: () => void navigate({ to: "/tb-stations/$id/details", params: { id: String(id) } }),
  }));
  return { actions, state: stateOf([stations]) };
}

function useTariffActions(): Pick<FoundActions, "actions" | "state"> {
  const navigate = useNavigate();
  const operator = useOperator();
  const allowed = useRights().can("DROIT_TARIFS_LECTURE");
  const tariffs = useQuery({
    ...tariffsQuery(operator?.id ?? 0),
    enabled: operator !== null && allowed,
  });
  const actions = (tariffs.data ?? []).map(({ id, libelleAdmin, libellePublic }) => ({
    id: `tarif-${id}`,
    label: libelleAdmin,
    description: `Condition tarifaire ${libellePublic}`,
    leftSection: <IconCoinEuro size={20} stroke={1.75} aria-hidden />,
    onClick: () => void navigate({ to: "/gestion-tarifs/$id/details", params: { id: String(id) } }),
  }));
  return { actions, state: stateOf([tariffs]) };
}

/** The operators' records, for administrators. */
function useOperatorRecords(): Pick<FoundActions, "actions" | "state"> {
  const navigate = useNavigate();
  const { administrator } = useRights();
  const operators = useQuery({ ...operatorsQuery(), enabled: administrator });
  const actions = ((administrator && operators.data) || []).map(({ id, nom, adresse }) => ({
    id: `exploitant-${id}`,
    label: nom,
    description: `Exploitant · ${adresse.ville}`,
    leftSection: <IconBuildingCommunity size={20} stroke={1.75} aria-hidden />,
    onClick: () =>
      void navigate({ to: "/gestion-exploitants/$id/details", params: { id: String(id) } }),
  }));
  return { actions, state: stateOf([operators]) };
}

/** What a search found, under one heading. */
interface FoundActions {
  group: string;
  actions: SpotlightActionData[];
  state: SearchState;
}

const DEBOUNCE_MS = 250;

/** Searches the chosen operator, of which the heading says the name. */
function useOperatorActions(query: string): FoundActions {
  const navigate = useNavigate();
  const operator = useOperator();
  const rights = useRights();
  const [typed] = useDebouncedValue(query.trim(), DEBOUNCE_MS);
  const allowed = operator !== null && rights.can("DROIT_EVENEMENTS_LECTURE");
  const search = useQuery({
    ...callSearchQuery(operator?.id ?? 0, typed),
    enabled: allowed && typed.length >= MIN_SEARCH,
  });
  const named = allowed && typed.length >= MIN_LENGTH;
  const subscriptions = useQuery({
    ...subscriptionsQuery(operator?.id ?? 0, { search: typed, filterTests: 1 }, 1),
    enabled: named,
  });
  const found = typed.length >= MIN_SEARCH ? search.data : undefined;
  const options = found
    ? pageOptions(
        // Stations are among the actions already; administrators search people and payments of all operators.
        { ...found, stations: [], ...(rights.administrator && { usagers: [], paiements: [] }) },
        rights,
        typed,
      )
    : [];
  return {
    group: `Chez ${operator?.nom}`,
    actions: [
      ...options.flatMap(({ heading, options: list }) =>
        list.map(({ key, label, detail, icon: Icon, ...target }) => ({
          id: key,
          label: heading === CALLS ? `${CALLS}\u00a0: ${label}` : label,
          description: detail,
          leftSection: <Icon size={20} stroke={1.75} aria-hidden />,
          onClick: () => "to" in target && void navigate(target.to),
        })),
      ),
      ...((named && subscriptions.data?.items) || [])
        .slice(0, MAX_RESULTS)
        .map(({ id, utilisateur, libellePublic, debut }) => ({
          id: `abonnement-${id}`,
          label: `Abonnement ${ofName(customerName(utilisateur))}`,
          description: `${libellePublic} · depuis le ${formatDate(debut)}`,
          leftSection: <IconRepeat size={20} stroke={1.75} aria-hidden />,
          onClick: () =>
            void navigate({ to: "/abonnements", search: { recherche: typed, ligne: id } }),
        })),
    ],
    state: stateOf([search, subscriptions], !allowed || typed === query.trim()),
  };
}

/** Shortest search text for accounts of all operators: with fewer letters too many would match. */
const MIN_LENGTH = 3;
const MAX_RESULTS = 5;

/** The beginning of a payment's identifier, which lists show with what stands for the rest. */
const IDENTIFIER = /^[0-9a-f]{5}(x{1,5}|[0-9a-f-]{0,31})$/i;

/** Searches the people and payments of all operators, for administrators. */
function usePlatformActions(query: string): FoundActions {
  const navigate = useNavigate();
  const { administrator } = useRights();
  const [typed] = useDebouncedValue(query.trim(), DEBOUNCE_MS);
  const searchesAccounts = administrator && typed.length >= MIN_LENGTH;
  const searchesPayments = administrator && IDENTIFIER.test(typed);
  const accounts = useQuery({
    ...accountListQuery(undefined, { recherche: typed }, MAX_RESULTS),
    enabled: searchesAccounts,
  });
  const payments = useQuery({
    ...paymentListQuery(
      undefined,
      { uuid: typed.replace(/x+$/i, ""), tests: "inclus" },
      MAX_RESULTS,
    ),
    enabled: searchesPayments,
  });
  const people = searchesAccounts ? (accounts.data?.items ?? []) : [];
  const paid = searchesPayments ? (payments.data?.items ?? []) : [];
  return {
    group: "Chez tous les exploitants",
    actions: [
      ...people.map(({ id, nom, prenom, email, nonConfirme }) => ({
        id: `utilisateur-${id}`,
        label: [prenom, nom].filter(Boolean).join(" "),
        description: nonConfirme ? `${email} · ${UNCONFIRMED}` : email,
        leftSection: <IconUser size={20} stroke={1.75} aria-hidden />,
        onClick: () =>
          void navigate({ to: "/gestion-utilisateurs/$id/details", params: { id: String(id) } }),
      })),
      ...paid.map(({ id, uuidReservation, montant, ...payer }) => ({
        id: `paiement-${id}`,
        label: `Paiement ${ofName(personName(payer))}, ${formatEuros(montant)}`,
        description: uuidReservation,
        leftSection: <IconReceipt size={20} stroke={1.75} aria-hidden />,
        onClick: () => void navigate({ to: "/liste-paiements", search: { paiement: id } }),
      })),
    ],
    state: stateOf([accounts, payments], !administrator || typed === query.trim()),
  };
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

/** Keeps pages and stations of which the label or the description has every word typed; the rest is found already. */
const matching: SpotlightFilterFunction = (query, actions) => {
  const words = fold(query).split(" ");
  return actions.filter((action) => {
    if (!("label" in action)) return true;
    const text = fold(`${action.label} ${action.description ?? ""}`);
    return words.every((word) => text.includes(word));
  });
};
