import { valibotResolver } from "@hookform/resolvers/valibot";
import { Paper, SimpleGrid } from "@mantine/core";
import { useForm } from "react-hook-form";
import { boolean, minLength, nonEmpty, object, pipe, string } from "valibot";
import { notifySuccess } from "@/ui/feedback/notify";
import { FormError } from "@/ui/form/FormError";
import { PasswordField, TextField } from "@/ui/form/fields";
import { SelectField, SwitchField, TextareaField } from "@/ui/form/moreFields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { State } from "../Section";
import { wait } from "../wait";

const schema = object({
  name: pipe(string(), nonEmpty("Veuillez renseigner le champ Nom")),
  password: pipe(string(), minLength(12, "12 caractères au moins.")),
  type: string(),
  comment: string(),
  active: boolean(),
});

const MISSING = "Veuillez renseigner tous les champs";
const STATION_TYPES = [
  { value: "indiv", label: "Individuelle" },
  { value: "collec", label: "Collective sans comptage" },
  { value: "collec-comptage", label: "Collective avec comptage" },
];

export function FieldsSection() {
  return (
    <>
      <State name="À remplir">
        <DemoForm />
      </State>
      <State name="Fautifs et désactivés">
        <FaultyForm />
      </State>
    </>
  );
}

function DemoForm() {
  const { control, handleSubmit, formState } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { name: "", password: "", type: "indiv", comment: "", active: true },
  });
  const save = async () => {
    await wait(1200);
    notifySuccess("Le formulaire est enregistré.");
  };

  return (
    <Paper component="form" withBorder p="lg" onSubmit={handleSubmit(save)} noValidate>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField
          control={control}
          name="name"
          label="Nom"
          hint="Le nom que voient les usagers."
          required
        />
        <PasswordField
          control={control}
          name="password"
          label="Mot de passe"
          hint="12 caractères au moins."
          required
          autoComplete="new-password"
        />
        <SelectField control={control} name="type" label="Type de station" data={STATION_TYPES} />
        <SwitchField control={control} name="active" label="Active" hint="Ouverte aux usagers." />
        <TextareaField control={control} name="comment" label="Commentaire" />
        <div>
          <SubmitButton busy={formState.isSubmitting}>Enregistrer</SubmitButton>
        </div>
      </SimpleGrid>
    </Paper>
  );
}

function FaultyForm() {
  const { control } = useForm({
    shouldFocusError: false,
    defaultValues: { postcode: "3800", password: "court", type: "", comment: "", city: "Grandval" },
    errors: {
      postcode: { type: "pattern", message: "Le format du code postal n'est pas correct" },
      password: { type: "min", message: "12 caractères au moins." },
      type: { type: "required", message: "Choisissez un type de station." },
      comment: { type: "required", message: "Le commentaire est obligatoire." },
    },
  });
  return (
    <Paper withBorder p="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField control={control} name="postcode" label="Code postal" required />
        <PasswordField control={control} name="password" label="Nouveau mot de passe" required />
        <SelectField
          control={control}
          name="type"
          label="Type de station"
          required
          data={[{ value: "", label: "Choisir…" }, ...STATION_TYPES]}
        />
        <TextField control={control} name="city" label="Ville" disabled />
        <TextareaField control={control} name="comment" label="Commentaire" required />
        <FormError message={MISSING} />
      </SimpleGrid>
    </Paper>
  );
}
