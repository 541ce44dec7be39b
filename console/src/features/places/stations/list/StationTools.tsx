import { Select } from "@mantine/core";
import { IconMap2 } from "@tabler/icons-react";
import { STATION_TYPES } from "@/entities/station/types";
import { counted, formatCount } from "@/format";
import { SearchBox } from "@/ui/form/SearchBox";
import { ToggleButton } from "@/ui/form/ToggleButton";
import { usePhone } from "@/ui/layout/usePhone";
import classes from "./list.module.css";
import { SORTS, STATES, type StationListSearch } from "./search";

type StationToolsProps = {
  search: StationListSearch;
  set: (changes: Partial<StationListSearch>) => void;
  /** The text being typed, which the URL follows after a pause. */
  text: string;
  onType: (text: string) => void;
  shown: number;
  /** Undefined while the list loads. */
  total: number | undefined;
  map: { shown: boolean; onToggle: () => void };
};

/** The search box, the filters, the number of stations and the switch of the map. */
export function StationTools({ search, set, text, onType, shown, total, map }: StationToolsProps) {
  const phone = usePhone();
  return (
    <>
      <SearchBox label="Chercher une station" value={text} onChange={onType} maxLength={255} />
      <Choice
        label="Type de station"
        all="Tous les types"
        words={STATION_TYPES}
        value={search.type}
        onChange={(type) => set({ type })}
      />
      <Choice
        label="État des stations"
        all="Tous les états"
        words={STATES}
        value={search.etat}
        onChange={(etat) => set({ etat })}
      />
      {phone && (
        <Choice
          label="Trier par"
          all="Trier par nom"
          words={SORTS}
          value={search.tri}
          onChange={(tri) => set({ tri, sens: undefined })}
        />
      )}
      <div className={classes.choice}>
        <ToggleButton
          pressed={search.complete === 1}
          onToggle={() => set({ complete: search.complete ? undefined : 1 })}
        >
          Complètes
        </ToggleButton>
      </div>
      <div className={classes.end}>
        <p className={classes.count} role="status">
          {total !== undefined && countInWords(shown, total)}
        </p>
        <ToggleButton
          pressed={map.shown}
          onToggle={map.onToggle}
          leftSection={<IconMap2 size={18} stroke={1.75} aria-hidden />}
        >
          Carte
        </ToggleButton>
      </div>
    </>
  );
}

function countInWords(shown: number, total: number): string {
  const stations = (n: number) => counted(n, "station");
  return shown === total ? stations(total) : `${stations(shown)} sur ${formatCount(total)}`;
}

type ChoiceProps<K extends string> = {
  label: string;
  /** The words of no choice. */
  all: string;
  words: Record<K, string>;
  value: K | undefined;
  onChange: (value: K | undefined) => void;
};

function Choice<K extends string>({ label, all, words, value, onChange }: ChoiceProps<K>) {
  const choices = Object.entries<string>(words).map(([key, word]) => ({ value: key, label: word }));
  return (
    <Select
      className={classes.choice}
      aria-label={label}
      data={[{ value: ALL, label: all }, ...choices]}
      value={value ?? ALL}
      onChange={(key) => onChange(key === ALL ? undefined : (key as K))}
      allowDeselect={false}
    />
  );
}

/** The choice of no filter: Mantine knows no empty value. */
const ALL = "tous";
