/** A way for a payment to go on that the real shopper's page would not offer. */
export interface Ending {
  /** As in the form. */
  readonly outcome: string;
  readonly what: string;
  readonly effect: string;
}

/** Buttons of a form that let the payment go on another way. */
export function Endings({ label, endings }: { label: string; endings: readonly Ending[] }) {
  return (
    <fieldset>
      <legend class="label">{label}</legend>
      <div class="endings">
        {endings.map(({ outcome, what, effect }) => (
          <button class="ending" type="submit" name="outcome" value={outcome} key={outcome} formnovalidate>
            <span class="what">{what}</span>
            <span class="effect">{effect}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
