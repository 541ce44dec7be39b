import { useQuery } from "@tanstack/react-query";
import { QueryState } from "@/kit/lists/QueryState";
import { RecordForm } from "@/kit/records/RecordForm";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { TextField } from "@/ui/form/fields";
import { EditableBlock } from "@/ui/layout/EditableBlock";
import { Facts } from "@/ui/layout/Facts";
import { accountsQuery, type BookkeepingAccounts, useSaveAccounts } from "../api";
import classes from "./accounts.module.css";
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
      <p className={classes.text}>
        Les écritures du fichier d'un mois portent ces numéros. Un mois clôturé garde ceux qu'il
        avait.
      </p>
      <QueryState query={accounts} loading={<CardSkeleton lines={3} />}>
        {(numbers) => (
          <div className={classes.facts}>
            <Facts items={ACCOUNTS.map(({ name, label }) => ({ label, value: numbers[name] }))} />
          </div>
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
    <RecordForm
      className={classes.form}
      schema={accountsSchema}
      values={accounts}
      write={(values) => save(values)}
      done={() => "Les comptes sont enregistrés. Les prochains fichiers les portent."}
      after={onEnd}
      onCancel={onEnd}
    >
      {({ control }) => (
        <div className={classes.fields}>
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
        </div>
      )}
    </RecordForm>
  );
}
