import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requireNoToken } from "@/kit/routing/guard";
import { publicPage } from "@/kit/routing/parents";
import { resetSearch } from "./search";

export const signInRoutes = [
  createRoute({
    path: "/connexion",
    ...publicPage("Connexion"),
    beforeLoad: requireNoToken,
    component: lazyRouteComponent(() => import("./LoginPage"), "LoginPage"),
  }),
  createRoute({
    path: "/oubli-mdp",
    ...publicPage("Mot de passe oublié"),
    component: lazyRouteComponent(() => import("./ForgottenPasswordPage"), "ForgottenPasswordPage"),
  }),
  createRoute({
    path: "/nouveau-mot-de-passe",
    ...publicPage("Nouveau mot de passe"),
    validateSearch: resetSearch,
    component: lazyRouteComponent(() => import("./NewPasswordPage"), "NewPasswordPage"),
  }),
  createRoute({
    path: "/confirmer-adresse",
    ...publicPage("Nouvelle adresse e-mail"),
    component: lazyRouteComponent(() => import("./ConfirmEmailPage"), "ConfirmEmailPage"),
  }),
  createRoute({
    path: "/confirmer-inscription",
    ...publicPage("Confirmer votre inscription"),
    component: lazyRouteComponent(
      () => import("./ConfirmRegistrationPage"),
      "ConfirmRegistrationPage",
    ),
  }),
] as const;
