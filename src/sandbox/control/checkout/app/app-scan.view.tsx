import { ANSWERS } from '../checkout.labels.js';
import type { MethodView } from '../open-page.types.js';
import { MethodForm } from '../parts/method-form.view.js';
import { MethodTitle } from '../parts/method-title.view.js';
import { AnswerButtons } from '../parts/answer-buttons.view.js';
import { QrDrawing } from './qr-drawing.view.js';

/** A code to scan with an app. The buttons choose the app's answer. */
export function AppScan({ view }: { view: MethodView }) {
  return (
    <MethodForm view={view}>
      <MethodTitle view={view} />
      <p>With a real payment you scan the code with the app on your phone.</p>
      <figure class="qr">
        <QrDrawing seed={view.reference} />
        <figcaption>A drawing that looks like a QR code. There is nothing to scan.</figcaption>
      </figure>
      <AnswerButtons name="outcome" buttons={ANSWERS.app} />
    </MethodForm>
  );
}
