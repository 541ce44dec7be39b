import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import { boolean, minLength, nonEmpty, object, pipe, string } from "valibot";
import { notifySuccess } from "@/ui/feedback/notify";
import { FormError } from "@/ui/form/FormError";
import {
  PasswordField,
  SelectField,
  SwitchField,
  TextareaField,
  TextField,
} from "@/ui/form/fields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import classes from "../Playground.module.css";
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
    <form className={classes.card} onSubmit={handleSubmit(save)} noValidate>
      <div className={classes.form}>
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
        <div className={classes.wide}>
          <TextareaField control={control} name="comment" label="Commentaire" />
        </div>
        <div className={`${classes.row} ${classes.wide}`}>
          <SubmitButton busy={formState.isSubmitting}>Enregistrer</SubmitButton>
        </div>
      </div>
    </form>
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
    <div className={`${classes.card} ${classes.form}`}>
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
      <div className={classes.wide}>
        <TextareaField control={control} name="comment" label="Commentaire" required />
      </div>
      <FormError message={MISSING} />
    </div>
  );
}
