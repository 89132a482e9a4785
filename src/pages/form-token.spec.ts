import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { FormToken } from './form-token.js';
import { SignedFlash } from './signed-flash.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

describe('the token of forms', () => {
  it('opens no message of another user, even for special names of users', () => {
    const secret = 'a secret that the processes share';
    const key = Buffer.from(new FormToken(secret).of('flash'), 'base64url');
    const message = Buffer.from(
      new SignedFlash(secret).sign({ tone: 'good', text: 'Ann Bell is refunded' }, 'ann'),
      'base64url',
    );
    const decipher = createDecipheriv('aes-256-gcm', key, message.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from('ann')).setAuthTag(message.subarray(-TAG_BYTES));
    decipher.update(message.subarray(IV_BYTES, -TAG_BYTES));
    expect(() => decipher.final()).toThrow('unable to authenticate data');
  });
});
