import { createRoute } from "@tanstack/react-router";
import { requireNoToken } from "@/kit/routing/guard";
import { lazyPage } from "@/kit/routing/lazyPage";
import { publicPage } from "@/kit/routing/parents";
import { resetSearch } from "./search";

export const signInRoutes = [
  createRoute({
    path: "/connexion",
    ...publicPage("Connexion"),
    beforeLoad: requireNoToken,
    component: lazyPage(() => import("./LoginPage"), "LoginPage"),
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
