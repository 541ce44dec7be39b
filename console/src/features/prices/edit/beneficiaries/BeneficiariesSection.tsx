import { ActionIcon, Checkbox, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconBuilding, IconTrash, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { readTariffEffect } from "@/entities/effect/api";
import { endsInWords } from "@/entities/effect/words";
import { formatCount, plural } from "@/format";
import { fold } from "@/format/fold";
import { QueryState } from "@/kit/lists/QueryState";
import { useDelete } from "@/kit/records/useConfirmedWrite";
import { useCan } from "@/session/rights";
import { NoMatch } from "@/ui/feedback/NoMatch";
import { SearchBox } from "@/ui/form/SearchBox";
import { Block } from "@/ui/layout/Block";
import { Pager } from "@/ui/table/Pager";
import { type Beneficiary, beneficiariesQuery, useDeleteBeneficiary } from "../api";
import { BeneficiariesForm } from "./BeneficiariesForm";
import { BeneficiaryActions } from "./BeneficiaryActions";
import classes from "./beneficiaries.module.css";

/** Up to this number of e-mails, no search box is needed. */
const PAGE_SIZE = 10;

type BeneficiariesSectionProps = {
  tariffId: number;
  /** The version of the tariff on screen. */
  version?: number | undefined;
};

/** The beneficiaries of the tariff: e-mails, or a whole domain. */
export function BeneficiariesSection({ tariffId, version }: BeneficiariesSectionProps) {
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  const beneficiaries = useQuery(beneficiariesQuery(tariffId));
  return (
    <Block title="Limitation à certains usagers">
      <QueryState query={beneficiaries} rows={3}>
        {(list) => (
          <SimpleGrid cols={mayWrite ? { base: 1, lg: 2 } : 1} spacing="lg">
            <BeneficiaryList
              tariffId={tariffId}
              version={version}
              beneficiaries={list}
              mayWrite={mayWrite}
            />
            {mayWrite && <BeneficiariesForm tariffId={tariffId} version={version} current={list} />}
          </SimpleGrid>
        )}
      </QueryState>
    </Block>
  );
}

type BeneficiaryListProps = BeneficiariesSectionProps & {
  beneficiaries: readonly Beneficiary[];
  mayWrite: boolean;
};

function BeneficiaryList({ tariffId, version, beneficiaries, mayWrite }: BeneficiaryListProps) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [page, setPage] = useState(1);
  const query = fold(useDeferredValue(search));
  const found = useMemo(
    () => beneficiaries.filter(({ email }) => fold(email).includes(query)),
    [beneficiaries, query],
  );
  const count = useRef<HTMLHeadingElement>(null);
  const toggle = (ids: readonly number[], on: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) next[on ? "add" : "delete"](id);
      return next;
    });

  if (beneficiaries.length === 0) {
    return (
      <div>
        <Text fw={600}>Ce tarif est ouvert à tous les usagers.</Text>
        {mayWrite && (
          <Text c="dimmed" mt={4}>
            Saisissez un ou plusieurs emails pour le leur réserver&nbsp;: les autres usagers ne
            pourront plus en bénéficier.
          </Text>
        )}
      </div>
    );
  }

  // The list may have become shorter since the page was chosen.
  const shownPage = Math.min(page, Math.max(1, Math.ceil(found.length / PAGE_SIZE)));
  const shown = found.slice((shownPage - 1) * PAGE_SIZE, shownPage * PAGE_SIZE);
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Title order={3} ref={count} size="h4" tabIndex={-1}>
          {formatCount(beneficiaries.length)} {plural(beneficiaries.length, "usager")}
        </Title>
        {beneficiaries.length > PAGE_SIZE && (
          <SearchBox label="Chercher un email" value={search} onChange={setSearch} />
        )}
      </Group>
      {mayWrite && (
        <BeneficiaryActions
          tariffId={tariffId}
          version={version}
          beneficiaries={beneficiaries}
          found={found}
          chosen={chosen}
          onChoose={toggle}
          onDeleted={() => count.current?.focus()}
        />
      )}
      {found.length === 0 ? (
        <NoMatch
          title={`Aucun email ne contient «\u00a0${search.trim()}\u00a0».`}
          onWiden={() => setSearch("")}
        />
      ) : (
        <ul className={classes.emails} aria-label="Usagers autorisés">
          {shown.map((beneficiary) => (
            <BeneficiaryItem
              key={beneficiary.id}
              tariffId={tariffId}
              beneficiary={beneficiary}
              mayWrite={mayWrite}
              chosen={chosen.has(beneficiary.id)}
              onChoose={beneficiaries.length > 1 ? toggle : undefined}
              last={beneficiaries.length === 1}
              onDeleted={() => count.current?.focus()}
            />
          ))}
        </ul>
      )}
      {found.length > PAGE_SIZE && (
        <Pager
          page={shownPage}
          total={found.length}
          pageSize={PAGE_SIZE}
          onChange={setPage}
          label="Pages des usagers autorisés"
        />
      )}
    </Stack>
  );
}

type BeneficiaryItemProps = {
  tariffId: number;
  beneficiary: Beneficiary;
  mayWrite: boolean;
  chosen: boolean;
  /** Absent where there is nothing to choose from. */
  onChoose?: (ids: readonly number[], on: boolean) => void;
  /** The only beneficiary left: without it the tariff is for everybody. */
  last: boolean;
  onDeleted: () => void;
};

function BeneficiaryItem({
  tariffId,
  beneficiary: { id, email },
  mayWrite,
  chosen,
  onChoose,
  last,
  onDeleted,
}: BeneficiaryItemProps) {
  const { mutateAsync: remove } = useDeleteBeneficiary();
  const company = email.startsWith("*@");
  const Icon = company ? IconBuilding : IconUser;

  const askToDelete = useDelete({
    article: "l'usager",
    item: email,
    consequences: async () =>
      last
        ? ["Ce tarif sera ensuite ouvert à tous les usagers."]
        : endsInWords((await readTariffEffect(tariffId, { retirer: [id] })).termines),
    write: () => remove(id),
    done: `L'usager «\u00a0${email}\u00a0» est supprimé.`,
    after: onDeleted,
  });

  return (
    <li>
      {mayWrite && onChoose && (
        <Checkbox
          aria-label={`Choisir ${email}`}
          checked={chosen}
          onChange={(event) => onChoose([id], event.currentTarget.checked)}
        />
      )}
      <Icon size={18} stroke={1.75} color="var(--mantine-color-dimmed)" aria-hidden />
      <Text span flex={1}>
        {email}
        {company && (
          <Text span size="xs" c="dimmed">
            {" "}
            Toute l'entreprise
          </Text>
        )}
      </Text>
      {mayWrite && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Supprimer ${email}`}
          onClick={askToDelete}
        >
          <IconTrash size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
