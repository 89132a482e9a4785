/** An outcome that a real payment page would not offer. */
export interface Ending {
  /** The value in the form. */
  readonly outcome: string;
  readonly what: string;
  readonly effect: string;
}

/** Buttons for other outcomes of the payment. */
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
