import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { claimAttachment } from '#contract/claims/claims.ts';
import { urlOf } from '#shared/url.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import css from './DocumentViewer.module.css';
import { isImage, useAttachment, type AttachmentInfo } from './use-attachment.ts';

interface DocumentViewerProps {
  file: AttachmentInfo;
  onClose: () => void;
  onStep?: (by: number) => void;
}

/** Shows a document next to the evidence of its claim. */
export function DocumentViewer({ file, onClose, onStep }: DocumentViewerProps) {
  const { url, failed } = useAttachment(file);
  const { saveFile } = usePlatform();
  const [large, setLarge] = useState(false);
  const save = () =>
    saveFile(urlOf(claimAttachment.path, { id: String(file.id) }, {}), file.name).catch(() =>
      toast({ title: 'Could not save', description: `${file.name} could not be saved.`, variant: 'destructive' }),
    );
  return (
    <section className={css.viewer} aria-label={`Document ${file.name}`}>
      <div className={css.viewerHead}>
        <strong>{file.name}</strong>
        {onStep && (
          <>
            <IconButton label="Previous document" size="small" onClick={() => onStep(-1)}>
              <ChevronLeft />
            </IconButton>
            <IconButton label="Next document" size="small" onClick={() => onStep(1)}>
              <ChevronRight />
            </IconButton>
          </>
        )}
        {isImage(file) && (
          <Button size="small" variant="quiet" aria-pressed={large} onClick={() => setLarge(!large)}>
            Actual size
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => void save()}>
          Save a copy
        </Button>
        <IconButton label="Close the document" size="small" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {failed ? (
        <Callout tone="warn" title="This file could not be loaded">
          It isn’t stored on this computer. Connect to the server to see it.
        </Callout>
      ) : !url ? (
        <Skeleton height={320} />
      ) : isImage(file) ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas must be reachable by keyboard
        <div className={css.picture} role="region" aria-label={`Picture ${file.name}`} tabIndex={0} data-large={large}>
          <img src={url} alt={`${file.kind}: ${file.name}`} />
        </div>
      ) : file.type === 'application/pdf' && navigator.pdfViewerEnabled ? (
        <PdfFrame name={file.name} url={url} />
      ) : (
        <Callout tone="warn" title="This window cannot show this type of file">
          Save a copy to open it in another program.
        </Callout>
      )}
    </section>
  );
}

/**
 * The browser's PDF viewer, which runs isolated from this page and keeps every key after a click. Says so, and takes the
 * keys back once the pointer leaves it, because the reviewer then decides on the claim.
 */
function PdfFrame({ name, url }: { name: string; url: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [hasKeys, setHasKeys] = useState(false);
  useEffect(() => {
    const isFocused = () => document.activeElement === frame.current;
    const showKeys = () => setHasKeys(isFocused());
    // The page sees no pointer that is over the frame.
    const takeKeys = () => {
      if (!isFocused()) return;
      frame.current?.blur();
      window.focus();
      setHasKeys(false);
    };
    addEventListener('blur', showKeys);
    addEventListener('focus', showKeys);
    addEventListener('pointermove', takeKeys);
    return () => {
      removeEventListener('blur', showKeys);
      removeEventListener('focus', showKeys);
      removeEventListener('pointermove', takeKeys);
    };
  }, []);
  return (
    <>
      <p className={css.keys} role="status">
        {hasKeys && 'Keys go to the document. Move the pointer out of it to decide by key.'}
      </p>
      {/* A sandboxed frame has no PDF viewer. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe ref={frame} className={css.pdf} title={name} src={`${url}#navpanes=0&view=FitH`} />
    </>
  );
}
