import { Layout } from './layout';

/** A page that says one thing, such as that there is no such page. */
export const MessagePage = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <Layout title={title}>
    <div class="intro">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href="/">Back to the shop</a>
      </p>
    </div>
  </Layout>
);
