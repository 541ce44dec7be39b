import { Paper, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { plural } from "@/format";
import { QueryError } from "@/kit/lists/QueryState";
import { useCan } from "@/session/rights";
import { ListSkeleton } from "@/ui/feedback/Skeletons";
import { useDebouncedSearch } from "@/ui/form/useDebouncedSearch";
import { type CallCandidates, callSearchQuery, MIN_SEARCH } from "../api";
import type { Option, OptionGroup } from "./options";
import { Results } from "./Results";
import classes from "./search.module.css";

type SearchFieldProps = {
  operatorId: number;
  label: string;
  /** Shows the label above the field; otherwise only screen readers get it. */
  labelled?: boolean;
  /** The searched text, which may change from outside. */
  query: string;
  onQuery: (text: string) => void;
  optionsOf: (found: CallCandidates) => OptionGroup[];
  /** The results are shown at first; otherwise once something is typed. */
  opened?: boolean;
  /** Above what follows instead of pushing it down. */
  floating?: boolean;
  autoFocus?: boolean;
};

const DEBOUNCE_MS = 250;

/** The longest text that the server searches for. */
const MAX_LENGTH = 255;

/**
 * The search for people, lockers, stations and payments of an operator. Arrow keys choose a result and Enter
 * opens it; Enter alone opens the only one.
 */
export function SearchField(props: SearchFieldProps) {
  const { operatorId, label, labelled, query, onQuery, optionsOf, floating } = props;
  const { text, type, searchNow } = useDebouncedSearch(query, onQuery, DEBOUNCE_MS);
  const [opened, setOpened] = useState(props.opened ?? false);
  const [active, setActive] = useState<string>();
  const [eager, setEager] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const id = useId();
  const people = useCan("DROIT_USER_HOTLINE_LECTURE");

  const found = useQuery(callSearchQuery(operatorId, query));
  const searched = query.length >= MIN_SEARCH;
  const isAnswer = searched && found.isSuccess && !found.isPlaceholderData;
  const groups = searched && found.data ? optionsOf(found.data) : [];
  const options = groups.flatMap((group) => group.options);
  const shown = opened && searched;
  const at = options.findIndex(({ key }) => key === active);

  const pick = (option: Option) => {
    setActive(undefined);
    setEager(undefined);
    if ("fill" in option) {
      type(option.fill);
      field.current?.focus();
      return;
    }
    setOpened(false);
    void navigate(option.to);
  };

  // Enter may come before the answer.
  const [only] = options;
  const opensAtOnce = eager !== undefined && eager === query && isAnswer;
  useEffect(() => {
    if (!opensAtOnce) return;
    setEager(undefined);
    if (only && options.length === 1) pick(only);
  });

  const move = (step: number) => {
    setOpened(true);
    if (options.length === 0) return;
    const next = at < 0 ? (step > 0 ? 0 : options.length - 1) : at + step;
    const key = options[(next + options.length) % options.length]?.key;
    setActive(key);
    document.getElementById(`${id}-${key}`)?.scrollIntoView({ block: "nearest" });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = shown ? options[at] : undefined;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        return move(event.key === "ArrowDown" ? 1 : -1);
      case "Enter":
        event.preventDefault();
        if (chosen) return pick(chosen);
        setOpened(true);
        setEager(text.trim());
        return searchNow();
      case "Escape":
        if (!shown) return;
        // The browser would empty the field.
        event.preventDefault();
        setOpened(false);
        setActive(undefined);
    }
  };

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (floating && !currentTarget.contains(relatedTarget)) setOpened(false);
  };

  return (
    <search
      className={classes.search}
      data-no-print
      data-floating={floating || undefined}
      onBlur={onBlur}
    >
      <TextInput
        ref={field}
        type="search"
        role="combobox"
        size="md"
        label={labelled ? label : undefined}
        aria-label={labelled ? undefined : label}
        placeholder={people ? "Téléphone, nom, e-mail, casier, station…" : "Casier, station…"}
        aria-autocomplete="list"
        aria-expanded={shown && options.length > 0}
        aria-controls={`${id}-liste`}
        aria-activedescendant={shown && active ? `${id}-${active}` : undefined}
        autoFocus={props.autoFocus}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          type(value);
          setOpened(true);
          setActive(undefined);
          setEager(undefined);
        }}
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
      />
      <VisuallyHidden role="status">
        {shown && isAnswer && text.trim() === query
          ? options.length === 0
            ? NOTHING
            : `${options.length} ${plural(options.length, "résultat")}`
          : ""}
      </VisuallyHidden>
      {shown && (
        <Paper withBorder mt="xs" p={4} className={classes.panel}>
          <Answer query={found} groups={groups} isAnswer={isAnswer && text.trim() === query}>
            <Results id={id} groups={groups} active={active} onPick={pick} onActive={setActive} />
          </Answer>
        </Paper>
      )}
    </search>
  );
}

const NOTHING = "Aucun résultat";

type AnswerProps = {
  query: UseQueryResult;
  groups: OptionGroup[];
  isAnswer: boolean;
  children: ReactNode;
};

/** The results; or that they load, that there is none, or why they cannot be had. */
function Answer({ query, groups, isAnswer, children }: AnswerProps) {
  if (query.isLoadingError) return <QueryError query={query} />;
  if (groups.length > 0) return children;
  if (!isAnswer) return <ListSkeleton rows={3} />;
  return (
    <Text c="dimmed" px="sm" py="md">
      {NOTHING}. Vérifiez ce qui est saisi, ou cherchez par une autre information.
    </Text>
  );
}
