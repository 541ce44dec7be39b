type LogoProps = { size?: number };

/**
 * A locker door and its keyhole. The product's name always stands beside it, so it has no accessible name.
 */
export function Logo({ size = 32 }: LogoProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0f6660" />
      <path d="M11 7.5h10M11 10.5h10" stroke="#7fccc3" strokeWidth="1.6" strokeLinecap="round" />
      <path
        d="M16 14a3.6 3.6 0 0 0-1.8 6.72l-.86 3.96a.7.7 0 0 0 .68.85h3.96a.7.7 0 0 0 .68-.85l-.86-3.96A3.6 3.6 0 0 0 16 14Z"
        fill="#fff"
      />
    </svg>
  );
}
