/** A button that answers for a bank, an app or a wallet. */
export interface AnswerButton {
  /** The value in the form. */
  readonly value: string;
  readonly label: string;
}

/** One button for each answer; the first one pays. With `outcome` the payment ends in that way, for any method. */
export function AnswerButtons({ name, buttons }: { name: 'answer' | 'outcome'; buttons: readonly AnswerButton[] }) {
  return (
    <div class="answers">
      {buttons.map(({ value, label }, index) => (
        <button class={index === 0 ? 'primary' : 'secondary'} type="submit" name={name} value={value} key={value}>
          {label}
        </button>
      ))}
    </div>
  );
}
