import { Box, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { QueryState } from "@/kit/lists/QueryState";
import { RecordForm } from "@/kit/records/RecordForm";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { TextField } from "@/ui/form/fields";
import { EditableBlock } from "@/ui/layout/EditableBlock";
import { Facts } from "@/ui/layout/Facts";
import { accountsQuery, type BookkeepingAccounts, useSaveAccounts } from "../api";
import { ACCOUNTS, accountsSchema } from "./schema";

/** The account numbers that the operator's accountant gives to the entries of the FEC. */
export function AccountsBlock({ operatorId }: { operatorId: number }) {
  const accounts = useQuery(accountsQuery(operatorId));
  return (
    <EditableBlock
      title="Comptes du fichier des écritures comptables (FEC)"
      mayEdit={accounts.data !== undefined}
      renderForm={(end) =>
        accounts.data && (
          <AccountsForm operatorId={operatorId} accounts={accounts.data} onEnd={end} />
        )
      }
    >
      <Text maw="72ch" mb="md">
        Les écritures du fichier d'un mois portent ces numéros. Un mois clôturé garde ceux qu'il
        avait.
      </Text>
      <QueryState query={accounts} loading={<CardSkeleton lines={3} />}>
        {(numbers) => (
          <Facts
            roomy
            items={ACCOUNTS.map(({ name, label }) => ({ label, value: numbers[name] }))}
          />
        )}
      </QueryState>
    </EditableBlock>
  );
}

type AccountsFormProps = {
  operatorId: number;
  accounts: BookkeepingAccounts;
  onEnd: () => void;
};

function AccountsForm({ operatorId, accounts, onEnd }: AccountsFormProps) {
  const { mutateAsync: save } = useSaveAccounts(operatorId);
  return (
    <Box maw="56rem">
      <RecordForm
        schema={accountsSchema}
        values={accounts}
        write={(values) => save(values)}
        done={() => "Les comptes sont enregistrés. Les prochains fichiers les portent."}
        after={onEnd}
        onCancel={onEnd}
      >
        {({ control }) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
            {ACCOUNTS.map((account) => (
              <TextField
                key={account.name}
                control={control}
                {...account}
                required
                autoCapitalize="characters"
                autoComplete="off"
              />
            ))}
          </SimpleGrid>
        )}
      </RecordForm>
    </Box>
  );
}
