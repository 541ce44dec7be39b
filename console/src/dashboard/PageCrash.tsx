import { Component, type PropsWithChildren } from "react";
import { LoadError } from "@/ui/feedback/LoadError";

/** The message shown when the page throws, or when one of its chunks cannot be loaded. */
export class PageCrash extends Component<PropsWithChildren, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <LoadError
        message="Cette page n'a pas pu s'afficher."
        onRetry={() => window.location.reload()}
      />
    );
  }
}
