import { createRoute } from "@tanstack/react-router";
import { requireNoToken } from "@/kit/routing/guard";
import { lazyPage } from "@/kit/routing/lazyPage";
import { publicPage } from "@/kit/routing/parents";
import { providerChoicesQuery } from "../identities/api";
import { resetSearch, returnSearch } from "./search";

/** How long the login page waits for the buttons below its form, which would move it later, in milliseconds. */
const BRIEFLY = 500;

const awaitBriefly = (loading: Promise<void>) =>
  Promise.race([loading, new Promise<void>((resolve) => window.setTimeout(resolve, BRIEFLY))]);

export const signInRoutes = [
  createRoute({
    path: "/connexion",
    ...publicPage("Connexion"),
    beforeLoad: requireNoToken,
    loader: ({ context }) =>
      awaitBriefly(context.queryClient.prefetchQuery(providerChoicesQuery())),
    component: lazyPage(() => import("./LoginPage"), "LoginPage"),
  }),
  createRoute({
    path: "/connexion/retour",
    ...publicPage("Connexion"),
    validateSearch: returnSearch,
    component: lazyPage(() => import("./ReturnPage"), "ReturnPage"),
  }),
  createRoute({
    path: "/oubli-mdp",
    ...publicPage("Mot de passe oublié"),
    component: lazyPage(() => import("./ForgottenPasswordPage"), "ForgottenPasswordPage"),
  }),
  createRoute({
    path: "/nouveau-mot-de-passe",
    ...publicPage("Nouveau mot de passe"),
    validateSearch: resetSearch,
    component: lazyPage(() => import("./NewPasswordPage"), "NewPasswordPage"),
  }),
  createRoute({
    path: "/confirmer-adresse",
    ...publicPage("Nouvelle adresse e-mail"),
    component: lazyPage(() => import("./ConfirmEmailPage"), "ConfirmEmailPage"),
  }),
  createRoute({
    path: "/confirmer-inscription",
    ...publicPage("Confirmer votre inscription"),
    component: lazyPage(() => import("./ConfirmRegistrationPage"), "ConfirmRegistrationPage"),
  }),
] as const;
