import { claimAttachment } from '#contract/claims.ts';
import { urlOf } from '#contract/url.ts';
import { ChevronLeft, ChevronRight, FileText, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatBytes } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { usePlatform } from '#ui/platform/platform.ts';
import { useShortcuts } from '#ui/admin-shell/use-shortcuts.ts';
import own from './Attachments.module.css';
import css from './Review.module.css';
import { useAttachment, type AboutFile } from './use-attachment.ts';

/** What came with a claim: small at first, then large in the same window, beside the decision. */
export function Attachments({ files }: { files: readonly AboutFile[] }) {
  const [open, setOpen] = useState<number | null>(null);
  const show = (at: number) => setOpen((at + files.length) % files.length);
  useShortcuts({
    d: () => files.length > 0 && (open === null ? show(0) : setOpen(null)),
    ArrowLeft: () => open !== null && show(open - 1),
    ArrowRight: () => open !== null && show(open + 1),
  });
  if (files.length === 0) return <p className={css.soft}>Nothing was attached.</p>;
  return (
    <>
      <div className={own.thumbs}>
        {files.map((file, at) => (
          <Thumb key={file.id} file={file} open={open === at} onOpen={() => setOpen(open === at ? null : at)} />
        ))}
      </div>
      {open !== null && (
        <Viewer
          key={files[open]!.id}
          file={files[open]!}
          onClose={() => setOpen(null)}
          {...(files.length > 1 && { onStep: (by: number) => show(open + by) })}
        />
      )}
    </>
  );
}

const isImage = ({ type }: AboutFile): boolean => /^image\/(jpeg|png|webp)$/.test(type);

function Thumb({ file, open, onOpen }: { file: AboutFile; open: boolean; onOpen: () => void }) {
  return (
    <button type="button" className={own.thumb} aria-expanded={open} onClick={onOpen}>
      {isImage(file) ? (
        <ThumbImage file={file} />
      ) : (
        <span className={own.thumbIcon}>
          <FileText size={32} strokeWidth={1.5} aria-hidden="true" />
        </span>
      )}
      <span className={own.thumbName}>
        {file.name} ({formatBytes(file.size)})
      </span>
    </button>
  );
}

function ThumbImage({ file }: { file: AboutFile }) {
  const { url, failed } = useAttachment(file);
  if (failed) return <span className={own.thumbIcon}>This file could not be loaded.</span>;
  return url ? <img src={url} alt="" /> : <Skeleton height={118} />;
}

interface ViewerProps {
  file: AboutFile;
  onClose: () => void;
  onStep?: (by: number) => void;
}

function Viewer({ file, onClose, onStep }: ViewerProps) {
  const { url, failed } = useAttachment(file);
  const { saveFile } = usePlatform();
  const [large, setLarge] = useState(false);
  const save = () =>
    saveFile(urlOf(claimAttachment.path, { id: String(file.id) }, {}), file.name).catch(() =>
      toast({ title: 'Not saved', description: `${file.name} could not be saved.`, variant: 'destructive' }),
    );
  return (
    <section className={own.viewer} aria-label={`Document ${file.name}`}>
      <div className={own.viewerHead}>
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
          Documents are not kept on this computer. It can be shown as soon as the server is in reach.
        </Callout>
      ) : !url ? (
        <Skeleton height={320} />
      ) : isImage(file) ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        <div className={own.picture} role="region" aria-label={`Picture ${file.name}`} tabIndex={0} data-large={large}>
          <img src={url} alt={`${file.kind}: ${file.name}`} />
        </div>
      ) : file.type === 'application/pdf' && navigator.pdfViewerEnabled ? (
        // The browser's own viewer: it runs apart from this page and knows nothing of it. In a sandboxed frame there is none.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe className={own.pdf} title={file.name} src={`${url}#navpanes=0&view=FitH`} />
      ) : (
        <Callout tone="warn" title="This window cannot show such files">
          Save a copy to look at it in another program.
        </Callout>
      )}
    </section>
  );
}
