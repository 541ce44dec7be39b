import "@mantine/spotlight/styles.layer.css";
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightFilterFunction,
} from "@mantine/spotlight";
import { IconHome, IconMapPin, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useOperator } from "@/auth/operator";
import { useRights } from "@/auth/rights";
import { stationsQuery } from "@/features/stations/queries";
import { fold } from "@/shared/text/fold";
import type { MenuPage } from "../pages";
import { useOffer } from "../useMenu";
import classes from "./Palette.module.css";

const [store, spotlight] = createSpotlight();

export const open = spotlight.open;

const NAME = "Aller à une page ou à une station";

/** Ctrl+K: go to a page, or to a station of the operator. */
export function Palette() {
  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={[...usePageActions(), ...useStationActions()]}
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
  const { operator, administration } = useOffer();
  const action = ({ path, menu, summary }: MenuPage): SpotlightActionData => ({
    id: path,
    label: menu.label,
    description: summary,
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

/** Every word typed occurs somewhere in the label or its description, whatever the case and the accents. */
const matching: SpotlightFilterFunction = (query, actions) => {
  const words = fold(query).split(" ");
  return actions.filter((action) => {
    if (!("label" in action)) return false;
    const text = fold(`${action.label} ${action.description ?? ""}`);
    return words.every((word) => text.includes(word));
  });
};
