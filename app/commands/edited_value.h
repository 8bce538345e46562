// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/edited_document.h"

#include <QUndoCommand>

#include <memory>
#include <optional>
#include <utility>

namespace hscope::app {

/// A document that is a value, with the way back to each value it had, and what of it is selected.
///
///   edit(value, selection, "move gpu-1")  ->  one step of the undo stack, changed()
///   edit(same value, ...)                 ->  nothing
///   edits of one gesture                  ->  one step, however many there are
///
/// Selection belongs to the steps: undo brings back what was selected before. `Change` is the
/// difference of two values, as ClusterChange is.
template <typename Value, typename Change, typename Selection>
class EditedValue : public EditedDocument
{
public:
    [[nodiscard]] const Value& value() const { return m_value; }

    /// For whoever keeps the value as it is now.
    [[nodiscard]] std::shared_ptr<const Value> snapshot() const
    {
        return std::make_shared<const Value>(m_value);
    }

    [[nodiscard]] const Selection& selection() const { return m_selection; }

    /// Silent if nothing changes.
    void select(Selection selection)
    {
        Selection existing = existingOf(std::move(selection));
        if (existing != m_selection) {
            m_selection = std::move(existing);
            Q_EMIT selectionChanged();
        }
    }

    /// Begins anew with a value that has no file yet.
    void begin(Value value) { take(std::move(value), {}, false); }

protected:
    using EditedDocument::EditedDocument;

    /// Makes `after` the value and selects. `text` says what is done, as in `undo: move gpu-1`.
    /// False if nothing differs: then no step is made, but the selection taken.
    bool push(const Value& after, Selection selection, const QString& text,
              std::optional<int> gesture)
    {
        Change change = Change::between(m_value, after);
        if (change.isEmpty()) {
            select(std::move(selection));
            return false;
        }
        auto step = std::make_unique<Step>(*this, std::move(change), std::move(selection), gesture);
        step->setText(text);
        undoStack().push(step.release());
        return true;
    }

    void take(Value value, const std::filesystem::path& path, bool isRecovered)
    {
        beginFile(path, isRecovered);
        m_value = std::move(value);
        announce();
        select({});
        Q_EMIT stateChanged();
    }

    /// Without what `value()` does not have.
    [[nodiscard]] virtual Selection existingOf(Selection selection) const = 0;
    /// The value is another: what was derived from it is to be forgotten.
    virtual void valueChanged() = 0;

private:
    /// One step: the difference, and what was selected on either side of it.
    class Step final : public QUndoCommand
    {
    public:
        Step(EditedValue& document, Change change, Selection after, std::optional<int> gesture)
            : m_document(document)
            , m_change(std::move(change))
            , m_before(document.m_selection)
            , m_after(std::move(after))
            , m_gesture(gesture)
        {
        }

        [[nodiscard]] int id() const override { return m_gesture.value_or(-1); }

        void redo() override
        {
            m_change.apply(m_document.m_value);
            m_document.announce();
            m_document.select(m_after);
        }

        void undo() override
        {
            m_change.revert(m_document.m_value);
            m_document.announce();
            m_document.select(m_before);
        }

        /// The later step has been done already.
        bool mergeWith(const QUndoCommand* other) override
        {
            const auto& later = static_cast<const Step&>(*other);
            Value before = m_document.m_value;
            later.m_change.revert(before);
            m_change.revert(before);
            m_change = Change::between(before, m_document.m_value);
            m_after = later.m_after;
            setObsolete(m_change.isEmpty());
            return true;
        }

    private:
        EditedValue& m_document;
        Change m_change;
        Selection m_before;
        Selection m_after;
        std::optional<int> m_gesture;
    };

    /// Whoever hears of the value finds nothing selected that it does not have.
    void announce()
    {
        valueChanged();
        Selection existing = existingOf(m_selection);
        const bool isOther = existing != m_selection;
        m_selection = std::move(existing);
        Q_EMIT changed();
        if (isOther) {
            Q_EMIT selectionChanged();
        }
    }

    Value m_value;
    Selection m_selection;
};

} // namespace hscope::app
