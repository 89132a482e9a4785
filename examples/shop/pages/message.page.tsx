import { Layout } from './layout.js';
import { StateIcon } from './state.js';

interface MessagePageProps {
  title: string;
  text: string;
}

/** A page that only shows a message: not found, payment could not be started. */
export function MessagePage({ title, text }: MessagePageProps) {
  return (
    <Layout title={title}>
      <section class="card message">
        <div class="state tone-quiet">
          <StateIcon tone="quiet" />
          <div>
            <h1>{title}</h1>
            <p>{text}</p>
          </div>
        </div>
        <div class="actions">
          <a class="button" href="/">
            Back to the shop
          </a>
        </div>
      </section>
    </Layout>
  );
}
